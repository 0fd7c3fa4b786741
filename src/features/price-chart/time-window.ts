/** Period shown by the price chart: instants to positions, zoom and pan within the loaded period. Pure. */
export interface TimeWindow {
  /** Epoch milliseconds. */
  readonly fromMs: number;
  readonly untilMs: number;
}

/** Narrowest zoom: readings are seconds apart at best. */
export const minSpanMs = 5 * 60_000;

/** From this share of the bounds on a window is all of them: they grow with each reading while somebody zooms. */
const wholeShare = 0.99;

export const isWithin = ({ fromMs, untilMs }: TimeWindow, atMs: number): boolean =>
  atMs >= fromMs && atMs <= untilMs;

export const spanOf = ({ fromMs, untilMs }: TimeWindow): number => Math.max(untilMs - fromMs, 1);

/** Position of an instant as a fraction of the width; outside 0 to 1 when it is not shown. */
export const fractionOf = (window: TimeWindow, atMs: number): number =>
  (atMs - window.fromMs) / spanOf(window);

export const instantAt = (window: TimeWindow, fraction: number): number =>
  Math.round(window.fromMs + fraction * spanOf(window));

export const clampTo = ({ fromMs, untilMs }: TimeWindow, atMs: number): number =>
  Math.min(untilMs, Math.max(fromMs, atMs));

/** Moves a window into the bounds and gives it at least {@link minSpanMs}, or all of shorter or hardly longer bounds. */
export function fitWindow(window: TimeWindow, bounds: TimeWindow): TimeWindow {
  const wanted = Math.max(minSpanMs, Math.round(spanOf(window)));
  if (wanted >= spanOf(bounds) * wholeShare) return bounds;
  const middle = (window.fromMs + window.untilMs) / 2;
  const fromMs = Math.round(
    Math.min(bounds.untilMs - wanted, Math.max(bounds.fromMs, middle - wanted / 2)),
  );
  return { fromMs, untilMs: fromMs + wanted };
}

/**
 * Zooms around an instant, which keeps its place.
 * @param factor of the span: below 1 zooms in
 */
export function zoom(
  window: TimeWindow,
  bounds: TimeWindow,
  { atMs, factor }: { readonly atMs: number; readonly factor: number },
): TimeWindow {
  const spanMs = Math.max(minSpanMs, spanOf(window) * factor);
  const fromMs = atMs - fractionOf(window, atMs) * spanMs;
  return fitWindow({ fromMs, untilMs: fromMs + spanMs }, bounds);
}

export const pan = (window: TimeWindow, bounds: TimeWindow, byMs: number): TimeWindow =>
  fitWindow({ fromMs: window.fromMs + byMs, untilMs: window.untilMs + byMs }, bounds);
