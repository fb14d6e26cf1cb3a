import { useState } from "preact/hooks";

/** A button that copies a text to the clipboard, and confirms it. A long text is made when it is needed. */
export function CopyButton({ text, label, children }: { text: string | (() => string); label?: string; children: string }) {
  const [done, setDone] = useState(false);
  const copy = async () => {
    const copied = typeof text === "string" ? text : text();
    try {
      await navigator.clipboard.writeText(copied);
    } catch {
      copyBySelection(copied); // in some browsers a page from a file may not use the clipboard
    }
    setDone(true);
    setTimeout(() => setDone(false), 1500);
  };
  return (
    <button type="button" class="copy" title={typeof text === "string" ? text : label} onClick={copy}>
      {children}
      <span aria-live="polite">{done ? " ✓" : ""}</span>
    </button>
  );
}

function copyBySelection(text: string) {
  const area = document.createElement("textarea");
  area.value = text;
  document.body.append(area);
  area.select();
  document.execCommand("copy");
  area.remove();
}
