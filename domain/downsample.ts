/** Downsamples a chart: of each time bucket the lowest, the highest, a gap and the last point are kept. */
import { bucketCount } from './bucket-count.ts';

export interface ChartPoint {
  readonly at: Date;
  /** null = nothing listed from here on. */
  readonly floorCents: number | null;
  readonly late: boolean;
}

/**
 * @param points ascending by time
 * @param maxPoints at least 5
 */
export function downsample(points: readonly ChartPoint[], maxPoints: number): ChartPoint[] {
  const [first] = points;
  const last = points.at(-1);
  if (points.length <= maxPoints || first === undefined || last === undefined) return [...points];
  const buckets = bucketCount(maxPoints);
  const spanMs = Math.max(1, last.at.getTime() - first.at.getTime() + 1);
  const grouped = Map.groupBy(points.slice(1), (point) =>
    Math.floor(((point.at.getTime() - first.at.getTime()) * buckets) / spanMs),
  );
  return [first, ...[...grouped.values()].flatMap(pickRepresentatives)];
}

function pickRepresentatives(bucket: ChartPoint[]): ChartPoint[] {
  const priced = bucket.filter((point) => point.floorCents !== null);
  const pick = (better: (a: number, b: number) => boolean) =>
    priced.reduce<ChartPoint | undefined>(
      (best, point) =>
        best === undefined || better(point.floorCents ?? 0, best.floorCents ?? 0) ? point : best,
      undefined,
    );
  const gap = bucket.findLast((point) => point.floorCents === null);
  const picked = new Set([pick((a, b) => a < b), pick((a, b) => a > b), gap, bucket.at(-1)]);
  return bucket.filter((point) => picked.has(point));
}
