/** A threshold's status, as the list and its own screen say it. */
import { expect, it } from 'vitest';
import { storedThresholdSample } from '#tests/support/stored-threshold-sample.ts';
import type { StoredThreshold } from '../db/users/thresholds.ts';
import { toState } from './settings-mapper.ts';

const now = new Date('2026-11-21T12:00:00Z');
const minutes = (count: number) => new Date(now.getTime() + count * 60_000);
const text = (count: number) => minutes(count).toISOString();
const threshold = storedThresholdSample({ episode: 2 });

it.each<[string, Partial<StoredThreshold>, string]>([
  ['nothing in its way', {}, 'watching'],
  ['a crossing', { armed: false }, 'crossed'],
  ['no worker yet', { activeFrom: null }, 'starting'],
  ['a snooze', { snoozedUntil: text(1) }, 'snoozed'],
  ['a snooze that ends now', { snoozedUntil: text(0) }, 'watching'],
  ['a pause', { pause: 'user', snoozedUntil: text(1) }, 'paused'],
  ['a match that begins now', { kickoffAt: now, pause: 'user' }, 'closed'],
  ['a kick-off that closed it', { pause: 'kickoff' }, 'closed'],
  ['an end of its own', { pause: 'expired' }, 'closed'],
])('with %s', (_what, part, status) => {
  const stored = { ...threshold, ...part };
  expect(toState(stored, now)).toEqual({ status, armed: stored.armed, base: null, episode: 2 });
});
