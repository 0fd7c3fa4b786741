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
