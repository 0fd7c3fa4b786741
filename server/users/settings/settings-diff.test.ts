/** A threshold's rule: which values are accepted, and which edits make it another rule, evaluated anew; and its channels. */
import { expect, it } from 'vitest';
import type { ConfiguracionInput } from '#contract/users.ts';
import { plans } from '#domain/plans.ts';
import { type Condition, type ThresholdRule, valueBounds } from '#domain/threshold.ts';
import { storedThresholdSample } from '#tests/support/stored-threshold-sample.ts';
import type { TargetLookup } from '../../db/users/settings-targets.ts';
import type { StoredThreshold } from '../../db/users/thresholds.ts';
import { diffSettings, sameRule, validateRule } from './settings-diff.ts';

const now = new Date('2026-11-21T12:00:00Z');
const targetLookup: TargetLookup = {
  hasMatch: () => true,
  categoryLike: () => null,
  find: () => ({ matchId: 'm1', currency: 'EUR', kickoffAt: null, categoryKnown: true }),
};
const errorsOf = (condition: Condition, value: number): string[] => {
  const target = { kind: 'collectible', id: 'c1' } as const;
  const rule: ThresholdRule = { target, condition, value, bandBp: 300 };
  const errors: string[] = [];
  validateRule(rule, 'EUR', { targetLookup, now }, (message) => errors.push(message));
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
  const message = `El valor debe estar entre ${min} y ${max}.`;
  expect([errorsOf(condition, min - 1), errorsOf(condition, max + 1)]).toEqual([
    [message],
    [message],
  ]);
});

const ofMatch = { kind: 'match', id: 'm1', category: null } as const;
const rule: ThresholdRule = { target: ofMatch, condition: 'below', value: 1_000, bandBp: 300 };
it.each<[string, Partial<ThresholdRule>]>([
  ['condition', { condition: 'above' }],
  ['value', { value: 1_001 }],
  ['band', { bandBp: 301 }],
  ['match', { target: { ...ofMatch, id: 'm2' } }],
  ['category', { target: { ...ofMatch, category: 'cat-1' } }],
  ['kind of target', { target: { kind: 'collectible', id: 'm1' } }],
])('a threshold with another %s is another rule', (_, edit) => {
  expect([sameRule(rule, { ...rule, ...edit }), sameRule({ ...rule, ...edit }, rule)]).toEqual([
    false,
    false,
  ]);
  expect(sameRule(rule, { ...rule, target: { ...ofMatch } })).toBe(true);
});

/** Of `t1`, below 10 € on a collectible, as stored and as sent. */
const diff = (sent: object, thresholds: readonly StoredThreshold[] = []) => {
  const umbral = { condicion: 'por_debajo', valor: 1_000, moneda: 'EUR', banda: 300, ...sent };
  const objetivo = { tipo: 'coleccionable', id: 'c1' };
  return diffSettings(
    {
      partidos: [],
      umbrales: { t1: { ...umbral, objetivo } },
      frecuencia: 60,
    } as ConfiguracionInput,
    {
      stored: { partidos: [], thresholds, frecuencia: 60 },
      plan: plans.basico,
      targetLookup,
      channelIds: new Set(['correo', 'uno']),
      now,
    },
  );
};
const withChannels = (canales: string[]) => () => diff({ canales });

it('a threshold goes out by channels that exist, and by no other', () => {
  expect(withChannels(['correo', 'uno'])().choices).toEqual([
    { id: 't1', channels: ['correo', 'uno'] },
  ]);
  expect(withChannels([])().choices).toEqual([{ id: 't1', channels: [] }]);
  expect(withChannels(['correo', 'dos'])).toThrow(
    expect.objectContaining({ code: 'validation_failed' }),
  );
});

const paused = storedThresholdSample({ pauseReason: 'usuario' });
const resume = (stored: StoredThreshold) => () => {
  const condicion = stored.rule.condition === 'low' ? 'minimo' : 'por_debajo';
  const sent = { condicion, valor: stored.rule.value, pausa: null };
  return diff(sent, [stored]).changes.map(({ kind }) => kind);
};

it('a paused threshold is resumed until its match begins, and where the plan has its condition', () => {
  const kickoffAt = (ms: number) => ({ ...paused, kickoffAt: new Date(now.getTime() + ms) });
  expect(resume(kickoffAt(1))()).toEqual(['restart']);
  expect(resume(kickoffAt(-1))).toThrow(
    expect.objectContaining({ message: 'El partido ya empezó: este umbral está cerrado.' }),
  );
  expect(resume({ ...paused, rule: { ...paused.rule, condition: 'low', value: 7 } })).toThrow(
    expect.objectContaining({ code: 'plan_limit' }),
  );
});
