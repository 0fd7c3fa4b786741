/** Thins a chart's points without losing a dip or a gap: of each stretch the lowest, the highest, a gap and the last stay. */

export interface ChartPoint {
  readonly at: Date;
  /** null = nothing listed from here on. */
  readonly floorCents: number | null;
  readonly late: boolean;
}

/** What is kept of a stretch, at most. */
const perStretch = 4;

/**
 * @param points ascending by time
 * @param maxPoints how many may remain, at least 5
 */
export function downsample(points: readonly ChartPoint[], maxPoints: number): ChartPoint[] {
  const [first] = points;
  const last = points.at(-1);
  if (points.length <= maxPoints || first === undefined || last === undefined) return [...points];
  // The first point stands apart: it is the value in force at the start.
  const stretches = Math.max(1, Math.floor((maxPoints - 1) / perStretch));
  const spanMs = Math.max(1, last.at.getTime() - first.at.getTime() + 1);
  const grouped = Map.groupBy(points.slice(1), (point) =>
    Math.floor(((point.at.getTime() - first.at.getTime()) * stretches) / spanMs),
  );
  return [first, ...[...grouped.values()].flatMap(pickRepresentatives)];
}

function pickRepresentatives(stretch: ChartPoint[]): ChartPoint[] {
  const priced = stretch.filter((point) => point.floorCents !== null);
  const pick = (better: (a: number, b: number) => boolean) =>
    priced.reduce<ChartPoint | undefined>(
      (best, point) =>
        best === undefined || better(point.floorCents ?? 0, best.floorCents ?? 0) ? point : best,
      undefined,
    );
  const gap = stretch.findLast((point) => point.floorCents === null);
  const picked = new Set([pick((a, b) => a < b), pick((a, b) => a > b), gap, stretch.at(-1)]);
  return stretch.filter((point) => picked.has(point));
}
