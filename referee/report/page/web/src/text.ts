// Numbers and times as the program writes them.

/** Whether the value lies exactly between two numbers of this many digits. */
function isTie(value: number, digits: number): boolean {
  const scaled = Math.abs(value) * 10 ** digits;
  return scaled % 1 === 0.5 && Number.isInteger(value * 2 ** (digits + 1));
}

/** A value with this number of digits. Ties go to the even digit, as in the tables of the program. */
export function fixed(value: number | null | undefined, digits: number): string {
  if (value === null || value === undefined) return "–";
  const even = 2 * Math.round((Math.abs(value) * 10 ** digits) / 2);
  const rounded = isTie(value, digits) ? (Math.sign(value) * even) / 10 ** digits : value;
  const text = rounded.toFixed(digits);
  return (Number(text) === 0 ? text.replace("-", "") : text).replace("-", "\u2212");
}

export function signed(value: number | null | undefined, digits: number): string {
  return value !== null && value !== undefined && value > 0 ? `+${fixed(value, digits)}` : fixed(value, digits);
}

/** A time as text: `183 µs`, `2.5 ms`, `1.00 s`. */
export function shownTime(us: number | null | undefined): string {
  if (us === null || us === undefined) return "–";
  if (us < 1000) return `${us} µs`;
  return us < 999_950 ? `${fixed(us / 1000, 1)} ms` : `${fixed(us / 1_000_000, 2)} s`;
}

/** A number with commas: `24,000`. A browser's own formatter takes 30 ms to be loaded. */
export const grouped = (value: number): string => String(value).replace(/\B(?=(\d{3})+(?!\d|\.))/g, ",");

const ORDINALS = ["zeroth", "first", "second", "third", "fourth", "fifth", "sixth"];

export const ordinal = (count: number): string => ORDINALS[count] ?? `${count}th`;

export function counted(count: number, noun: string): string {
  return `${grouped(count)} ${noun}${count === 1 ? "" : "s"}`;
}

/** The word, quoted for a shell if necessary. */
export function shellWord(word: string): string {
  return /^[A-Za-z0-9_@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

/** A probability, 0 .. 1, in percent, as in the tables of the program. It is never said to be certain. */
export function percentSure(value: number | null | undefined): string {
  if (value === null || value === undefined) return "–";
  const percent = 100 * value;
  return percent < 0.05 ? "<0.1" : percent >= 99.95 ? ">99.9" : fixed(percent, 1);
}

/** A number of 0 or more, rounded up to two digits: `1300`. */
export function about(value: number): string {
  const unit = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(value, 1))) - 1);
  return grouped(Math.ceil(value / unit) * unit);
}
