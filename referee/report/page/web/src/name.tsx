// The name of a bot. Isolated, so that a name in a script written from the right does not move the figures
// beside it.
import type { ComponentChildren } from "preact";

export function Name({ children }: { children: ComponentChildren }) {
  return <bdi>{children}</bdi>;
}

/** Names as a list in a sentence: `a, b and c`. */
export function Names({ names }: { names: readonly string[] }) {
  return (
    <>
      {names.map((name, place) => (
        <span key={name}>
          {place === 0 ? "" : place === names.length - 1 ? " and " : ", "}
          <Name>{name}</Name>
        </span>
      ))}
    </>
  );
}
