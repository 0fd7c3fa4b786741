import { describe, expect, it } from 'vitest';
import { plans } from '#domain/plans.ts';
import { storedThresholdSample } from '#tests/support/stored-threshold-sample.ts';
import type { StoredThreshold } from '../db/users/thresholds.ts';
import { fitThresholds } from './fit-to-plan.ts';

const now = new Date('2026-11-21T12:00:00Z');
const threshold = (key: number, part: Partial<StoredThreshold> = {}) =>
  storedThresholdSample({ key, ...part });
const keys = (list: readonly StoredThreshold[]) => list.map(({ key }) => key);

describe('fitting thresholds to a plan', () => {
  it('pauses the newest beyond the limit, and no other', () => {
    const all = [7, 3, 1, 5, 2, 6, 4].map((key) => threshold(key));
    const { toPause, toResume } = fitThresholds(all, plans.basico, now);
    expect([keys(toPause), keys(toResume)]).toEqual([[6, 7], []]);
  });

  it('pauses what Básico does not have, a change, a lowest price and a whole match, and resumes it on Premium', () => {
    const beyond = [
      threshold(2, { condition: 'change', value: 500 }),
      threshold(3, { condition: 'low', value: 7 }),
      threshold(4, { target: { kind: 'match', id: 'm1', category: null } }),
    ];
    const included = [
      threshold(1),
      threshold(5, { condition: 'above' }),
      ...[6, 7, 8].map((key) => threshold(key)),
    ];
    const onBasico = fitThresholds([...included, ...beyond], plans.basico, now);
    expect([keys(onBasico.toPause), keys(onBasico.toResume)]).toEqual([[2, 3, 4], []]);
    const paused = beyond.map((one) => ({ ...one, pause: 'plan' as const }));
    const onPremium = fitThresholds([...included, ...paused], plans.premium, now);
    expect([keys(onPremium.toPause), keys(onPremium.toResume)]).toEqual([[], [2, 3, 4]]);
  });

  it('leaves thresholds paused by the user or the market, and does not count them', () => {
    const paused = [
      threshold(1, { pause: 'user' }),
      threshold(2, { pause: 'currency' }),
      threshold(3, { kickoffAt: now }),
    ];
    const all = [...paused, ...[4, 5, 6, 7, 8].map((key) => threshold(key))];
    expect(fitThresholds(all, plans.basico, now)).toEqual({ toPause: [], toResume: [] });
  });
});
