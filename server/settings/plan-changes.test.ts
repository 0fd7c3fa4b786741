/** A threshold's rule: which values are accepted, and which edits make it another rule, evaluated anew; and its channels. */
import { beforeEach, expect, it } from 'vitest';
import {
  type Condition,
  type Threshold,
  type ThresholdRule,
  valueBounds,
} from '#domain/threshold.ts';
import { valueRefusal } from '#domain/threshold-refusals.ts';
import { storedThresholdSample } from '#tests/support/stored-threshold-sample.ts';
import type { TargetLookup } from '../db/users/settings-targets.ts';
import type { StoredThreshold } from '../db/users/thresholds.ts';
import type { User } from '../db/users/users.ts';
import { editsOf, isSameRule, planChanges, validateRule } from './plan-changes.ts';

const now = new Date('2026-11-21T12:00:00Z');
let kickoffAt: Date | null = null;
beforeEach(() => {
  kickoffAt = null;
});
const targetLookup: TargetLookup = {
  hasMatch: () => true,
  categoryLike: () => null,
  find: () => ({
    ...{ matchId: 'm1', matchName: 'Partido 1', part: 'c1', category: 'cat-1' },
    ...{ currency: 'EUR', kickoffAt, categoryKnown: true },
  }),
};
const errorsOf = (condition: Condition, value: number): string[] => {
  const target = { kind: 'collectible', id: 'c1' } as const;
  const rule: ThresholdRule = { target, condition, value, bandBp: 300, currency: 'EUR' };
  const errors: string[] = [];
  validateRule(rule, { targetLookup, now }, (message) => errors.push(message));
  return errors;
};

// docs/alerts.md, rule 4.
it.each([
  ['below', 1, 1_000_000_000],
  ['above', 1, 1_000_000_000],
  ['change', 1, 100_000],
  ['low', 1, 365],
] as const)('%s takes values from %i to %i', (condition, min, max) => {
  expect(valueBounds[condition]).toEqual({ min, max });
  expect([errorsOf(condition, min), errorsOf(condition, max)]).toEqual([[], []]);
  for (const value of [min - 1, max + 1])
    expect(errorsOf(condition, value)).toEqual([
      valueRefusal({ condition, value, currency: 'EUR' }),
    ]);
});

const ofMatch = { kind: 'match', id: 'm1', category: null } as const;
const rule: ThresholdRule = {
  target: ofMatch,
  condition: 'below',
  value: 1_000,
  bandBp: 300,
  currency: 'EUR',
};
it.each<[string, Partial<ThresholdRule>]>([
  ['condition', { condition: 'above' }],
  ['value', { value: 1_001 }],
  ['band', { bandBp: 301 }],
  ['match', { target: { ...ofMatch, id: 'm2' } }],
  ['category', { target: { ...ofMatch, category: 'cat-1' } }],
  ['kind of target', { target: { kind: 'collectible', id: 'm1' } }],
])('a threshold with another %s is another rule', (_, edit) => {
  expect([isSameRule(rule, { ...rule, ...edit }), isSameRule({ ...rule, ...edit }, rule)]).toEqual([
    false,
    false,
  ]);
  expect(isSameRule(rule, { ...rule, target: { ...ofMatch } })).toBe(true);
});

const user = { plan: 'basico', partidos: [], frecuencia: 60, readAt: now } as unknown as User;
/** Of `t1`, below 10 € on a collectible, as stored and as sent. */
const planFor = (sent: Partial<Threshold>, thresholds: readonly StoredThreshold[] = []) => {
  const threshold = { ...storedThresholdSample(), ...sent };
  const current = { user, thresholds };
  const write = {
    changes: [
      thresholds.length === 0
        ? ({ kind: 'create', id: 't1', threshold, watch: false } as const)
        : ({ kind: 'change', id: 't1', patch: sent } as const),
    ],
  };
  const channelIds = new Set(['mail', 'uno']);
  return planChanges(current, write, editsOf(current, write), { targetLookup, channelIds });
};
const withChannels = (channels: string[]) => () => planFor({ channels });

it('a threshold goes out by channels that exist, and by no other', () => {
  for (const channels of [['mail', 'uno'], []])
    expect(withChannels(channels)().rows).toMatchObject([{ id: 't1', after: { channels } }]);
  expect(withChannels(['mail', 'dos'])).toThrow(
    expect.objectContaining({ code: 'validation_failed' }),
  );
});

it('of a match that has begun what is closed is restored closed, as by the undo of a deletion, and nothing else', () => {
  const restore =
    (pause: Threshold['pause'], expiresAt: string | null = null) =>
    () =>
      planFor({ pause, expiresAt }).rows;
  expect(restore('kickoff')).toThrow(expect.objectContaining({ code: 'validation_failed' }));
  kickoffAt = now;
  const past = '2026-11-20T12:00:00.000Z';
  for (const [pause, expiresAt] of [
    ['kickoff', null],
    ['kickoff', past],
    ['expired', past],
  ] as const)
    expect(restore(pause, expiresAt)()).toMatchObject([{ after: { pause } }]);
  for (const pause of [null, 'user', 'plan'] as const)
    expect(restore(pause)).toThrow(expect.objectContaining({ code: 'validation_failed' }));
});

const paused = storedThresholdSample({ pause: 'user' });
const resume = (stored: StoredThreshold) => () =>
  planFor({ pause: null }, [stored]).rows.map(({ effect }) => effect);

it('a paused threshold is resumed until its match begins, and where the plan has its condition', () => {
  const beginningIn = (ms: number) => ({ ...paused, kickoffAt: new Date(now.getTime() + ms) });
  expect(resume(beginningIn(1))()).toEqual(['restarts']);
  expect(resume(beginningIn(-1))).toThrow(
    expect.objectContaining({ message: 'El partido ya empezó: este umbral está cerrado.' }),
  );
  expect(resume({ ...paused, condition: 'low', value: 7 })).toThrow(
    expect.objectContaining({ code: 'plan_limit' }),
  );
});
