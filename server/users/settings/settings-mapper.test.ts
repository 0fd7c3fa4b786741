/** A threshold's status, as the list and its own screen say it. */
import { expect, it } from 'vitest';
import { storedThresholdSample } from '#tests/support/stored-threshold-sample.ts';
import type { StoredThreshold } from '../../db/users/thresholds.ts';
import { toStatus } from './settings-mapper.ts';

const now = new Date('2026-11-21T12:00:00Z');
const minutes = (count: number) => new Date(now.getTime() + count * 60_000);
const threshold = storedThresholdSample({ episode: 2 });

it.each<[string, Partial<StoredThreshold>, string]>([
  ['nothing in its way', {}, 'vigilando'],
  ['a crossing', { armed: false }, 'cruzado'],
  ['no worker yet', { activeFrom: null }, 'activando'],
  ['a snooze', { snoozedUntil: minutes(1) }, 'silenciado'],
  ['a snooze that ends now', { snoozedUntil: now }, 'vigilando'],
  ['a snooze of before', { snoozedUntil: minutes(-1), armed: false }, 'cruzado'],
  ['a pause', { pauseReason: 'usuario', snoozedUntil: minutes(1) }, 'pausado'],
  ['a match that begins now', { kickoffAt: now, pauseReason: 'usuario' }, 'cerrado'],
  ['a match to come', { kickoffAt: minutes(1) }, 'vigilando'],
  ['a kick-off that closed it', { pauseReason: 'inicio' }, 'cerrado'],
  ['an end of its own', { pauseReason: 'caducado' }, 'cerrado'],
])('with %s', (_what, part, status) => {
  const stored = { ...threshold, ...part };
  expect(toStatus(stored, now)).toEqual({ status, armed: stored.armed, base: null, episode: 2 });
});
