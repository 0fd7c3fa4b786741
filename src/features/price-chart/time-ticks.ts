/** Ticks of the chart's time axis at round local times: minutes, hours, midnights, Mondays, months, years. Pure. */
import { spanOf, type TimeWindow } from './time-window.ts';

export type TimeUnit = 'minute' | 'hour' | 'day' | 'month' | 'year';

export interface TimeTick {
  /** Epoch milliseconds. */
  readonly atMs: number;
  /** Coarsest unit that begins here: a midnight among hours is a day. */
  readonly unit: TimeUnit;
}

export interface TimeTickOptions {
  readonly widthPx: number;
  /** Shortest distance of two labels, and of the last one from the right edge when that has a label. */
  readonly gapPx: number;
  /** Whether the right edge has a label of its own: “ahora”. */
  readonly hasEnd: boolean;
}

interface Interval {
  readonly unit: TimeUnit;
  readonly count: number;
  /** Approximate; months and years differ. */
  readonly ms: number;
}

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;
const of = (unit: TimeUnit, unitMs: number, counts: readonly number[]): Interval[] =>
  counts.map((count) => ({ unit, count, ms: count * unitMs }));
/** Each at most two and a half times the one before. */
const intervals: readonly Interval[] = [
  ...of('minute', minuteMs, [1, 2, 5, 10, 15, 30]),
  ...of('hour', hourMs, [1, 2, 3, 6, 12]),
  ...of('day', dayMs, [1, 2, 4, 7, 14]),
  ...of('month', 30.44 * dayMs, [1, 2, 3, 6]),
  ...of('year', 365.25 * dayMs, [1, 2, 5, 10, 20, 50, 100]),
];

/** Fewest labels of an axis, the right edge's among them. */
const fewest = 3;

/** More labels would crowd the axis, however wide it is. */
const most = 8;

/** @returns ascending ticks that leave room for each other's labels */
export function timeTicks(window: TimeWindow, options: TimeTickOptions): TimeTick[] {
  const gapMs = (options.gapPx / Math.max(options.widthPx, 1)) * spanOf(window);
  const lastMs = options.hasEnd ? window.untilMs - gapMs : window.untilMs;
  const wanted = fewest - (options.hasEnd ? 1 : 0);
  const from = Math.max(
    0,
    intervals.findIndex(({ ms }) => ms >= Math.max(gapMs, spanOf(window) / most)),
  );
  // Months differ in length: an interval may turn out too dense, or leave too few.
  for (const interval of [...intervals.slice(from), ...intervals.slice(0, from).reverse()]) {
    const ticks = ticksEvery(interval, window).filter(({ atMs }) => atMs <= lastMs);
    if (ticks.length >= wanted && isApart(ticks, gapMs)) return ticks;
  }
  // No interval has room for all of its ticks: some of a finer one.
  let ticks: TimeTick[] = [];
  for (const interval of intervals.filter(({ ms }) => ms < gapMs).reverse()) {
    const all = ticksEvery(interval, window).filter(({ atMs }) => atMs <= lastMs);
    ticks = thin(all, gapMs);
    if (ticks.length >= wanted) break;
  }
  return ticks;
}

const isApart = (ticks: readonly TimeTick[], gapMs: number): boolean =>
  ticks.every(({ atMs }, index) => index === 0 || atMs - (ticks[index - 1]?.atMs ?? 0) >= gapMs);

/** Leaves out ticks too near the one before. */
function thin(ticks: readonly TimeTick[], gapMs: number): TimeTick[] {
  const apart: TimeTick[] = [];
  for (const tick of ticks)
    if (tick.atMs - (apart.at(-1)?.atMs ?? Number.NEGATIVE_INFINITY) >= gapMs) apart.push(tick);
  return apart;
}

function ticksEvery(interval: Interval, { fromMs, untilMs }: TimeWindow): TimeTick[] {
  const ticks: TimeTick[] = [];
  let atMs = startOf(interval, fromMs);
  // A bound on what a clock change or a bug could repeat.
  for (let turn = 0; atMs <= untilMs && turn < 2_000; turn += 1) {
    if (atMs >= fromMs && atMs !== ticks.at(-1)?.atMs) ticks.push({ atMs, unit: unitAt(atMs) });
    atMs = nextOf(interval, atMs);
  }
  return ticks;
}

/** The last tick at or before an instant, by local time. */
function startOf({ unit, count }: Interval, atMs: number): number {
  const at = new Date(atMs);
  const [year, month, day] = [at.getFullYear(), at.getMonth(), at.getDate()];
  switch (unit) {
    case 'minute':
      return localTime(year, month, day, at.getHours(), down(at.getMinutes(), count));
    case 'hour':
      return localTime(year, month, day, down(at.getHours(), count));
    case 'day':
      return localTime(year, month, day - (dayNumber(at) % count));
    case 'month':
      return localTime(year, down(month, count), 1);
    case 'year':
      return localTime(down(year, count), 0, 1);
  }
}

function nextOf({ unit, count }: Interval, atMs: number): number {
  const at = new Date(atMs);
  const [year, month, day] = [at.getFullYear(), at.getMonth(), at.getDate()];
  switch (unit) {
    // By duration: a local hour that a clock change repeats would begin again.
    case 'minute':
      return atMs + count * minuteMs;
    case 'hour': {
      const next = startOf({ unit, count, ms: 0 }, atMs + (count + 0.5) * hourMs);
      return next > atMs ? next : atMs + count * hourMs;
    }
    case 'day':
      return localTime(year, month, day + count);
    case 'month':
      return localTime(year, month + count, 1);
    case 'year':
      return localTime(year + count, 0, 1);
  }
}

const down = (value: number, count: number): number => value - (value % count);
const localTime = (...parts: [number, number, number, number?, number?]): number =>
  new Date(parts[0], parts[1], parts[2], parts[3] ?? 0, parts[4] ?? 0).getTime();

/** Local days since a Monday: steps of seven and fourteen days begin on Mondays. */
const dayNumber = (at: Date): number =>
  Math.floor(Date.UTC(at.getFullYear(), at.getMonth(), at.getDate()) / dayMs) + 3;

function unitAt(atMs: number): TimeUnit {
  const at = new Date(atMs);
  if (at.getMinutes() !== 0) return 'minute';
  if (at.getHours() !== 0) return 'hour';
  if (at.getDate() !== 1) return 'day';
  return at.getMonth() === 0 ? 'year' : 'month';
}
