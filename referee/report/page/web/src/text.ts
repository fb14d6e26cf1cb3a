// Numbers and times as the program writes them.

export function fixed(value: number | null | undefined, digits: number): string {
  return value === null || value === undefined ? "–" : value.toFixed(digits).replace("-", "\u2212");
}

export function signed(value: number | null | undefined, digits: number): string {
  return value !== null && value !== undefined && value > 0 ? `+${fixed(value, digits)}` : fixed(value, digits);
}

/** A time as text: `183 µs`, `2.5 ms`, `1.00 s`, rounded as by `tribunal replay`. */
export function shownTime(us: number | null | undefined): string {
  if (us === null || us === undefined) return "–";
  if (us < 1000) return `${us} µs`;
  if (us < 1_000_000) return `${(Math.floor(us / 100) / 10).toFixed(1)} ms`;
  return `${(Math.floor(us / 10_000) / 100).toFixed(2)} s`;
}

export function counted(count: number, noun: string): string {
  return `${count.toLocaleString("en-GB")} ${noun}${count === 1 ? "" : "s"}`;
}

/** The word, quoted for a shell if necessary. */
export function shellWord(word: string): string {
  return /^[A-Za-z0-9_@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

/** A probability, 0 .. 1, in percent. It is rounded down, so that it is 99.9 at most. */
export function percentSure(value: number | null | undefined): string {
  if (value === null || value === undefined) return "–";
  return `${(Math.min(Math.floor(value * 1000), 999) / 10).toFixed(1)}`;
}
