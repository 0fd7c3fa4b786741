/** Figures of each minute of a soak, and the check whether they grow. */

export interface SoakMinute {
  readonly readings: number;
  readonly alerts: number;
  readonly mails: number;
  /** Maximum of the minute. */
  readonly rssMb: number;
  /** Minimum of the minute, which is after garbage collection. */
  readonly heapMb: number;
  /** From the arrival of a reading to its mail at the relay; NaN = no mail that minute. */
  readonly mailP99Ms: number;
  /** From the arrival of a reading to its price at a live stream client. */
  readonly streamP99Ms: number;
}

type Measure = 'rssMb' | 'heapMb' | 'mailP99Ms' | 'streamP99Ms';

/** The first minute (warm-up) is skipped; the first and last third of the rest are compared, at least three minutes each. */
const minMinutes = 10;
/** Allowed growth of the last third over the first: `first * (1 + ratio) + slack`. */
const allowedGrowth: Readonly<Record<Measure, { ratio: number; slack: number }>> = {
  rssMb: { ratio: 0.15, slack: 20 },
  heapMb: { ratio: 0.1, slack: 5 },
  mailP99Ms: { ratio: 0.25, slack: 100 },
  streamP99Ms: { ratio: 0.25, slack: 50 },
};

/** @returns a sentence for each measure that grew; null when there are too few minutes */
export function growthIn(minutes: readonly SoakMinute[]): string[] | null {
  if (minutes.length < minMinutes) return null;
  const settled = minutes.slice(1);
  const third = Math.floor(settled.length / 3);
  return (Object.keys(allowedGrowth) as Measure[]).flatMap((measure) => {
    const first = median(settled.slice(0, third).map((minute) => minute[measure]));
    const last = median(settled.slice(-third).map((minute) => minute[measure]));
    const { ratio, slack } = allowedGrowth[measure];
    const isWithinLimit = last <= first * (1 + ratio) + slack;
    return isWithinLimit
      ? []
      : [`${measure} went from ${Math.round(first)} to ${Math.round(last)}`];
  });
}

export const percentile = (values: readonly number[], ratio: number): number =>
  values.toSorted((a, b) => a - b)[Math.max(0, Math.ceil(values.length * ratio) - 1)] ?? Number.NaN;

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
