import type { StoredThreshold } from '#server/db/users/thresholds.ts';

/** Below 10 € on the collectible c1 of match m1, running since it was created; what a test is about differs. */
export const storedThresholdSample = (part: Partial<StoredThreshold> = {}): StoredThreshold => ({
  key: 1,
  id: `t${part.key ?? 1}`,
  target: { kind: 'collectible', id: 'c1' },
  condition: 'below',
  value: 1_000,
  bandBp: 300,
  currency: 'EUR',
  matchId: 'm1',
  kickoffAt: null,
  pause: null,
  snoozedUntil: null,
  version: 1,
  createdAt: '2026-11-21T11:00:00.000Z',
  activeFrom: new Date('2026-11-21T11:01:00Z'),
  armed: true,
  base: null,
  episode: 0,
  channels: null,
  note: null,
  expiresAt: null,
  ...part,
});
