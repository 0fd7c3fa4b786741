import { describe, expect, it } from 'vitest';
import { evaluate, initialThresholdState, rearmCents, type ThresholdState } from './crossing.ts';
import type { Condition } from './threshold.ts';

const disarmed: ThresholdState = { armed: false, base: 333, episode: 1 };
const facts = { isLowestOf: () => false };
const rule = (condition: Condition, value: number, bandBp: number) => ({
  target: { kind: 'collectible', id: 'a' } as const,
  condition,
  value,
  bandBp,
});

describe('the re-arm band', () => {
  // 333 · 5 % = 16.65 cents, rounded up to 17.
  it.each<[Condition, number, boolean]>([
    ['below', 349, false],
    ['below', 350, true],
    ['above', 317, false],
    ['above', 316, true],
    ['low', 349, false],
    ['low', 350, true],
  ])('%s at %i cents: armed again %s, and nothing fires', (condition, value, armed) => {
    const limit = condition === 'low' ? 7 : 333;
    const { state, fired } = evaluate(rule(condition, limit, 500), disarmed, value, facts);
    expect({ armed: state.armed, fired, episode: state.episode }).toEqual({
      armed,
      fired: false,
      episode: 1,
    });
  });

  it('of nothing re-arms at the very price that fires, without firing', () => {
    const { state, fired } = evaluate(rule('below', 333, 0), disarmed, 333, facts);
    expect({ armed: state.armed, fired }).toEqual({ armed: true, fired: false });
  });
});

it.each([
  ['below', 350],
  ['above', 316],
  ['change', null],
  ['low', null],
] as const)('%s shows its user that it re-arms at %o cents', (condition, cents) => {
  expect(rearmCents({ condition, value: 333, bandBp: 500 })).toBe(cents);
});

it('returns the same state object when nothing changed', () => {
  const { state } = evaluate(rule('below', 10, 300), initialThresholdState, 11, facts);
  expect(state).toBe(initialThresholdState);
});

describe('an armed threshold', () => {
  const armed: ThresholdState = { armed: true, base: 1_000, episode: 3 };
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
  ])('%s %i at %i cents fires: %s', (condition, limit, value, fires) => {
    const { state, fired } = evaluate(rule(condition, limit, 300), armed, value, facts);
    expect([fired, state.episode]).toEqual([fires, fires ? 4 : 3]);
    // A change is measured from the last price that fired, and may fire again at once.
    expect(state.armed).toBe(condition === 'change' || !fires);
    expect(state.base).toBe(condition === 'change' && fires ? value : 1_000);
  });

  it('of a change has nothing to compare its first price with', () => {
    const first = evaluate(rule('change', 500, 300), initialThresholdState, 1_000, facts);
    expect(first).toEqual({ state: { ...initialThresholdState, base: 1_000 }, fired: false });
  });

  it('of a lowest price fires at the lowest of its days alone, and re-arms above that price', () => {
    const lowest = { isLowestOf: (days: number) => days === 7 };
    expect(evaluate(rule('low', 30, 300), initialThresholdState, 900, lowest).fired).toBe(false);
    const { state, fired } = evaluate(rule('low', 7, 300), initialThresholdState, 900, lowest);
    expect([fired, state]).toEqual([true, { armed: false, base: 900, episode: 1 }]);
    expect(evaluate(rule('low', 7, 300), state, 926, lowest).state.armed).toBe(false);
    expect(evaluate(rule('low', 7, 300), state, 927, lowest).state.armed).toBe(true);
    const unknown = { ...state, base: null };
    expect(evaluate(rule('low', 7, 300), unknown, 9_000, lowest).state).toBe(unknown);
  });
});
