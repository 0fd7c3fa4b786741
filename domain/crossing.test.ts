import { expect, it } from 'vitest';
import { evaluate, initialThresholdState, rearmCents, type ThresholdState } from './crossing.ts';
import type { Condition } from './threshold.ts';

const facts = { isLowestOf: () => false };
const rule = (condition: Condition, value: number, bandBp: number) => ({
  target: { kind: 'collectible', id: 'a' } as const,
  condition,
  value,
  bandBp,
  currency: 'EUR',
});
const disarmed: ThresholdState = { armed: false, base: 333, episode: 1 };
const armed: ThresholdState = { armed: true, base: 1_000, episode: 3 };

// 333 · 5 % = 16.65 cents, rounded up to 17.
it.each<[Condition, number, number, number, boolean]>([
  ['below', 333, 500, 349, false],
  ['below', 333, 500, 350, true],
  ['above', 333, 500, 317, false],
  ['above', 333, 500, 316, true],
  ['low', 7, 500, 349, false],
  ['low', 7, 500, 350, true],
  // A band of nothing re-arms at the very price that fires.
  ['below', 333, 0, 333, true],
])('%s %i with a band of %i at %i cents: armed again %s, and nothing fires', (...row) => {
  const [condition, limit, bandBp, value, isArmed] = row;
  const { state, fired } = evaluate(rule(condition, limit, bandBp), disarmed, value, facts);
  expect([state.armed, fired, state.episode]).toEqual([isArmed, false, 1]);
});

it.each([
  ['below', 350],
  ['above', 316],
  ['change', null],
  ['low', 350],
] as const)('%s shows its user that it re-arms at %o cents', (condition, cents) => {
  expect(rearmCents(rule(condition, 333, 500), 333)).toBe(cents);
});

it('returns the same state object when nothing changed', () => {
  const { state } = evaluate(rule('below', 10, 300), initialThresholdState, 11, facts);
  expect(state).toBe(initialThresholdState);
});

it.each<[Condition, number, number, boolean]>([
  ['below', 333, 334, false],
  ['below', 333, 333, true],
  ['above', 333, 332, false],
  ['above', 333, 333, true],
  // 5 % of 1000 cents, either way.
  ['change', 500, 1_049, false],
  ['change', 500, 1_050, true],
  ['change', 500, 951, false],
  ['change', 500, 950, true],
])('armed, %s %i at %i cents fires: %s', (condition, limit, value, fires) => {
  const { state, fired } = evaluate(rule(condition, limit, 300), armed, value, facts);
  expect([fired, state.episode]).toEqual([fires, fires ? 4 : 3]);
  // A change is measured from the last price that fired, and may fire again at once.
  expect(state.armed).toBe(condition === 'change' || !fires);
  expect(state.base).toBe(condition === 'change' && fires ? value : 1_000);
});

it('a change has nothing to compare its first price with', () => {
  const first = evaluate(rule('change', 500, 300), initialThresholdState, 1_000, facts);
  expect(first).toEqual({ state: { ...initialThresholdState, base: 1_000 }, fired: false });
});

it('a lowest price fires at the lowest of its days alone, and re-arms above that price', () => {
  const lowest = { isLowestOf: (days: number) => days === 7 };
  expect(evaluate(rule('low', 30, 300), initialThresholdState, 900, lowest).fired).toBe(false);
  const { state, fired } = evaluate(rule('low', 7, 300), initialThresholdState, 900, lowest);
  expect([fired, state]).toEqual([true, { armed: false, base: 900, episode: 1 }]);
  expect(evaluate(rule('low', 7, 300), state, 926, lowest).state.armed).toBe(false);
  expect(evaluate(rule('low', 7, 300), state, 927, lowest).state.armed).toBe(true);
  const unknown = { ...state, base: null };
  expect(evaluate(rule('low', 7, 300), unknown, 9_000, lowest).state).toBe(unknown);
});
