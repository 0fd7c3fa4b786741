/** A user's alert rule: target, condition, re-arm band, and their bounds (docs/alerts.md, rules 3–6). */

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
}

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
 * Why a threshold is not being evaluated. Only `usuario` may be set or lifted by its owner; `caducado` is lifted by another
 * expiry, or none.
 */
export const pauseReasons = [
  'usuario',
  'plan',
  'inicio',
  'moneda',
  'suspension',
  'caducado',
] as const;
export type PauseReason = (typeof pauseReasons)[number];

/** Whether kick-off or expiry has closed a threshold: it is not resumed by hand, and what has expired needs another date. */
export const isClosed = (pausa: PauseReason | null): boolean =>
  pausa === 'inicio' || pausa === 'caducado';

/** Whether its owner can resume it. */
export const isResumable = (pausa: PauseReason | null): boolean =>
  pausa !== null && !isClosed(pausa);

/** Valid ids of matches, collectibles and thresholds: without the names that JavaScript (`__proto__`) and Firestore keep for themselves. */
export const identifierPattern = /^(?!__.*__$)[A-Za-z0-9_-]{1,64}$/;
