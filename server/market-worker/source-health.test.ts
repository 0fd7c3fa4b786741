import { expect, it } from 'vitest';
import { sourceHealthAt } from './source-health.ts';

it.each([
  ['fresh for three intervals', 1, 60_000, 180_001, 'fresh'],
  ['stale a moment later', 1, 60_000, 180_002, 'stale'],
  ['unknown before its first reading', null, null, 999_999, 'unknown'],
  ['stale without one once a worker reads it', null, 60_000, 0, 'stale'],
  ['fresh while no worker reads it', 0, null, 999_999, 'fresh'],
] as const)('is %s', (_, arrivedAtMs, expectedEveryMs, nowMs, health) => {
  const lastArrivalAt = arrivedAtMs === null ? null : new Date(arrivedAtMs);
  expect(sourceHealthAt({ lastArrivalAt, expectedEveryMs }, nowMs)).toBe(health);
});
