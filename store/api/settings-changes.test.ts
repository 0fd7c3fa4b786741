/** What an edit of a threshold changes beside its rule. */
import { expect, it } from 'vitest';
import { umbralSample } from '#tests/support/threshold-samples.ts';
import { detailsPatch } from './settings-changes.ts';

const seen = umbralSample();

it.each<[Partial<typeof seen>, Partial<typeof seen>, object]>([
  [{ channels: ['a', 'b'] }, { channels: ['b', 'a'] }, {}],
  [{ channels: ['a'] }, { channels: null }, { channels: null }],
  [{ channels: null }, { channels: ['a'] }, { channels: ['a'] }],
  [{ note: 'a' }, {}, { note: null }],
  [{ note: 'a' }, { note: 'b', expiresAt: '2026-12-01' }, { note: 'b', expiresAt: '2026-12-01' }],
  [{ expiresAt: '2026-12-01' }, {}, { expiresAt: null }],
])('of %j and then %j it sends what changes: %j', (from, to, patch) => {
  const before = { ...seen, ...from };
  const after = { ...seen, ...to };
  expect(detailsPatch(before, after)).toEqual(patch);
});
