/** What happened to lines like a threshold's (domain/reach.ts): of a price that one collectible has still to reach. */
import { type Reach, reachUntilKickoff } from '#domain/reach.ts';
import type { ThresholdRule } from '#domain/threshold.ts';
import { distanceBp, isCrossedAt } from '#domain/threshold-distance.ts';
import { findMonthFigures, loadReachCounts } from '../db/market/reach-counts.ts';
import type { Database } from '../db/pool.ts';
import type { MarketView } from './market-cache.ts';

const dayMs = 86_400_000;

/** @param at wall time, as kick-offs are @returns null where it makes no sense, none without enough history */
export async function loadLineReach(
  db: Database,
  rule: ThresholdRule,
  now: {
    readonly priceCents: number | null;
    readonly kickoffAt: Date | null | undefined;
    readonly at: Date;
    /** The counts are loaded once a reading. */
    readonly view: MarketView;
  },
): Promise<Reach[] | null> {
  const { target, condition, value } = rule;
  const { priceCents, kickoffAt, at, view } = now;
  if (target.kind !== 'collectible' || priceCents === null) return null;
  if (condition !== 'below' && condition !== 'above') return null;
  if (isCrossedAt(distanceBp(rule, priceCents, null))) return null;
  const figures = await findMonthFigures(db, target.id);
  if (figures === null) return [];
  const { source } = figures;
  const counts = await view.once(`reach ${source}`, () => loadReachCounts(db, source));
  if (counts === null) return [];
  return reachUntilKickoff(
    counts,
    { direction: condition, priceCents, lineCents: value, figures },
    kickoffAt == null ? null : (kickoffAt.getTime() - at.getTime()) / dayMs,
  );
}
