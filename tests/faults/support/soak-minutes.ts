/** What each minute of a soak was like, and whether the last ones were like the first. */

export interface SoakMinute {
  readonly readings: number;
  readonly alerts: number;
  readonly mails: number;
  /** The most of the minute. */
  readonly rssMb: number;
  /** The least of the minute: what collecting garbage left. */
  readonly heapMb: number;
  /** From the arrival of a reading at Vigía to the mail at the relay; NaN = no mail that minute. */
  readonly mailP99Ms: number;
  /** From the same to the price at a reader of the live stream. */
  readonly streamP99Ms: number;
}

type Measure = 'rssMb' | 'heapMb' | 'mailP99Ms' | 'streamP99Ms';

/** A first minute fills caches and compiles; two thirds of what is left are compared, three minutes each at least. */
const fewest = 10;
/** How much the last third may be above the first: this part of it, and so much besides. */
const allowed: Readonly<Record<Measure, { part: number; besides: number }>> = {
  rssMb: { part: 0.15, besides: 20 },
  heapMb: { part: 0.1, besides: 5 },
  mailP99Ms: { part: 0.25, besides: 100 },
  streamP99Ms: { part: 0.25, besides: 50 },
};

/** @returns what grew, in words; null when there are too few minutes to say */
export function growthIn(minutes: readonly SoakMinute[]): string[] | null {
  if (minutes.length < fewest) return null;
  const settled = minutes.slice(1);
  const third = Math.floor(settled.length / 3);
  return (Object.keys(allowed) as Measure[]).flatMap((measure) => {
    const first = median(settled.slice(0, third).map((minute) => minute[measure]));
    const last = median(settled.slice(-third).map((minute) => minute[measure]));
    const { part, besides } = allowed[measure];
    const holds = last <= first * (1 + part) + besides;
    return holds ? [] : [`${measure} went from ${Math.round(first)} to ${Math.round(last)}`];
  });
}

export const percentile = (values: readonly number[], part: number): number =>
  values.toSorted((a, b) => a - b)[Math.max(0, Math.ceil(values.length * part) - 1)] ?? Number.NaN;

const median = (values: readonly number[]) => percentile(values, 0.5);

const headings = 'minute readings alerts mails RSS/MB heap/MB mail-p99/ms stream-p99/ms'.split(' ');
const widths = headings.map((heading) => heading.length + 2);
const rowOf = (cells: readonly (string | number)[]) =>
  cells.map((cell, column) => String(cell).padStart(widths[column] ?? 0)).join('');

export const soakHeading = rowOf(headings);
export const soakRow = (nth: number, minute: SoakMinute): string =>
  rowOf([
    nth,
    minute.readings,
    minute.alerts,
    minute.mails,
    Math.round(minute.rssMb),
    Math.round(minute.heapMb),
    Math.round(minute.mailP99Ms),
    Math.round(minute.streamP99Ms),
  ]);
