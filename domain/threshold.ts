/** A threshold: its rule, what else its owner sets of it, and their bounds (docs/alerts.md, rules 3–6). */

export const conditions = ['below', 'above', 'change', 'low'] as const;
/**
 * - `below` / `above`: the value reaches a price, in integer cents.
 * - `change`: the value moves by at least so many basis points from the last base.
 * - `low`: the value is lower than every value of the last N days.
 */
export type Condition = (typeof conditions)[number];

/** A collectible, or the cheapest of a match, optionally within one category of it. */
export type Target =
  | { readonly kind: 'collectible'; readonly id: string }
  | { readonly kind: 'match'; readonly id: string; readonly category: string | null };

export interface ThresholdRule {
  readonly target: Target;
  readonly condition: Condition;
  /** Cents for `below` and `above`, basis points for `change`, days for `low`. */
  readonly value: number;
  /** Re-arm band (hysteresis), in basis points of the threshold's price. */
  readonly bandBp: number;
  /** ISO 4217. A match's value counts only collectibles in this currency (docs/alerts.md, rule 6). */
  readonly currency: string;
}

/** The rule alone of what has more. */
export const ruleOf = ({
  target,
  condition,
  value,
  bandBp,
  currency,
}: ThresholdRule): ThresholdRule => ({
  target,
  condition,
  value,
  bandBp,
  currency,
});

/** As its owner sees it, everywhere: stored, on the wire, in the browser's memory, in forms. Instants are ISO 8601 in UTC. */
export interface Threshold extends ThresholdRule {
  readonly pause: PauseReason | null;
  readonly snoozedUntil: string | null;
  /** Ids of channels, `mail` among them; null = all that are active. */
  readonly channels: readonly string[] | null;
  /** Of its owner's own. */
  readonly note: string | null;
  /** Wall time from which it evaluates nothing (docs/alerts.md, rule 5); null = never. */
  readonly expiresAt: string | null;
  /** Another one whenever it starts anew. */
  readonly version: number;
  readonly createdAt: string;
  /** For `If-Match`: another one whenever what its owner sets, or its pause, has changed. */
  readonly etag: string;
}

/** What its owner sets. */
export type ThresholdDraft = Omit<Threshold, 'version' | 'createdAt' | 'etag'>;
/** What changes of it; an absent field stays. */
export type ThresholdPatch = Partial<ThresholdDraft>;

/** In UTF-16 code units, after trimming. */
export const maxNoteLength = 140;

export const defaultBandBp = 300;
export const maxBandBp = 5_000;

/** Inclusive bounds of a price, in integer cents (docs/alerts.md, rule 2). */
export const priceBounds = { min: 1, max: 1_000_000_000 } as const;

/** Inclusive bounds of a threshold's value, by condition (docs/alerts.md, rule 4). */
export const valueBounds: Record<Condition, { readonly min: number; readonly max: number }> = {
  below: priceBounds,
  above: priceBounds,
  change: { min: 1, max: 100_000 },
  low: { min: 1, max: 365 },
};

/**
 * Why a threshold is not being evaluated. Only `user` may be set or lifted by its owner; `expired` is lifted by another
 * expiry, or none.
 */
export const pauseReasons = [
  'user',
  'plan',
  'kickoff',
  'currency',
  'suspension',
  'expired',
] as const;
export type PauseReason = (typeof pauseReasons)[number];

/** Whether kick-off or expiry has closed a threshold: it is not resumed by hand, and what has expired needs another date. */
export const isClosed = (pause: PauseReason | null): boolean =>
  pause === 'kickoff' || pause === 'expired';

/** Whether its owner can pause or resume it: what the system has paused goes on by itself. */
export const isOwnersToPause = (pause: PauseReason | null): boolean =>
  pause === null || pause === 'user';

/** The stored reason, or the expiry that the worker has still to store. */
export function pauseAt(
  { pause, expiresAt }: Pick<Threshold, 'pause' | 'expiresAt'>,
  now: Date,
): PauseReason | null {
  if (pause === 'kickoff') return pause;
  return isPast(expiresAt, now) ? 'expired' : pause;
}

export const isPast = (instant: string | Date | null, now: Date): boolean =>
  instant !== null && new Date(instant) <= now;

/** A snooze that has ended is none. */
export const futureOf = (instant: string | null, now: Date): string | null =>
  isPast(instant, now) ? null : instant;

/** Valid ids of matches, collectibles and thresholds: without the names that JavaScript (`__proto__`) and Firestore keep for themselves. */
export const identifierPattern = /^(?!__.*__$)[A-Za-z0-9_-]{1,64}$/;

/** In whatever order; null = all. */
export const areSameChannels = (
  one: readonly string[] | null | undefined,
  other: readonly string[] | null | undefined,
): boolean => String(one?.toSorted()) === String(other?.toSorted());
