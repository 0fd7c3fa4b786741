/** Decides whether a value that has just changed crosses a threshold (docs/alerts.md, rules 3–5). Integers only. */
import type { ThresholdRule } from './threshold.ts';

/** State of a threshold between readings; stored in the same transaction as its alerts. */
export interface ThresholdState {
  /** A disarmed threshold waits for the price to leave the re-arm band before it may fire again. */
  readonly armed: boolean;
  /** `change`: the price the next move is measured from. `low`: the price of the last firing. Else unused. */
  readonly base: number | null;
  /** Firings so far of this version. (threshold, version, episode) is the identity of an alert. */
  readonly episode: number;
}

export const initialThresholdState: ThresholdState = { armed: true, base: null, episode: 0 };

/** Facts that need the price history; evaluated only when the rule needs them. */
interface ValueFacts {
  /** Whether the value is lower than every one in force in the last `days` days, with that much history known. */
  isLowestOf(days: number): boolean;
}

interface Evaluation {
  readonly state: ThresholdState;
  readonly fired: boolean;
}

/**
 * One evaluation either fires or re-arms, never both.
 * @param value the target's new value, in integer cents; call only when it changed and is not none
 * @returns the same state object when nothing changed
 */
export function evaluate(
  rule: ThresholdRule,
  state: ThresholdState,
  value: number,
  facts: ValueFacts,
): Evaluation {
  switch (rule.condition) {
    case 'below':
      if (state.armed)
        return value <= rule.value ? fire(rule, state, state.base) : unchanged(state);
      return value >= rule.value + bandCents(rule.value, rule.bandBp)
        ? rearm(state)
        : unchanged(state);
    case 'above':
      if (state.armed)
        return value >= rule.value ? fire(rule, state, state.base) : unchanged(state);
      return value <= rule.value - bandCents(rule.value, rule.bandBp)
        ? rearm(state)
        : unchanged(state);
    case 'change': {
      // The first value after none only sets the base.
      if (state.base === null) return { state: { ...state, base: value }, fired: false };
      const moved = Math.abs(value - state.base) * 10_000 >= rule.value * state.base;
      return moved ? fire(rule, state, value) : unchanged(state);
    }
    case 'low':
      if (state.armed) {
        return facts.isLowestOf(rule.value) ? fire(rule, state, value) : unchanged(state);
      }
      return state.base !== null && value >= state.base + bandCents(state.base, rule.bandBp)
        ? rearm(state)
        : unchanged(state);
  }
}

const unchanged = (state: ThresholdState): Evaluation => ({ state, fired: false });
const rearm = (state: ThresholdState): Evaluation => ({
  state: { ...state, armed: true },
  fired: false,
});
const fire = (rule: ThresholdRule, state: ThresholdState, base: number | null): Evaluation => ({
  state: { armed: rule.condition === 'change', base, episode: state.episode + 1 },
  fired: true,
});

/** Width of the re-arm band in cents, rounded up so that a band is never narrower than set. */
const bandCents = (price: number, bandBp: number): number => Math.ceil((price * bandBp) / 10_000);

/**
 * The price in cents at which a fired threshold re-arms; null for `change`, which is always armed.
 * @param base of `low`: the price it fired at; null = unknown, and so is the result
 */
export function rearmCents(
  { condition, value, bandBp }: Pick<ThresholdRule, 'condition' | 'value' | 'bandBp'>,
  base: number | null,
): number | null {
  switch (condition) {
    case 'below':
      return value + bandCents(value, bandBp);
    case 'above':
      return value - bandCents(value, bandBp);
    case 'low':
      return base === null ? null : base + bandCents(base, bandBp);
    case 'change':
      return null;
  }
}
