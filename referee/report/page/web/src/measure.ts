// The width of an element on the screen, so that pictures are drawn in its pixels and their text keeps its size.
import { useLayoutEffect, useRef, useState } from "preact/hooks";

/** A reference for an element, and its width; `otherwise` until it is known, or if it is not shown. */
export function useWidth<T extends Element>(otherwise: number): [preact.RefObject<T>, number] {
  const element = useRef<T>(null);
  const [width, setWidth] = useState(otherwise);
  useLayoutEffect(() => {
    const measured = element.current;
    if (!measured) return undefined;
    const measure = () => {
      const now = Math.round(measured.getBoundingClientRect().width);
      if (now > 0) setWidth(now);
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(measured);
    return () => observer.disconnect();
  }, []);
  return [element, width];
}
