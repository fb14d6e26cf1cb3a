import { useState } from "preact/hooks";

/** A button that copies `text` to the clipboard, and confirms it. */
export function CopyButton({ text, children }: { text: string; children: string }) {
  const [done, setDone] = useState(false);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      copyBySelection(text); // in some browsers a page from a file may not use the clipboard
    }
    setDone(true);
    setTimeout(() => setDone(false), 1500);
  };
  return (
    <button type="button" class="copy" title={text} onClick={copy}>
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
