/** The thresholds beside a match's chart are its own, and no other's. */
import { expect, it } from 'vitest';
import { collectibleSample, umbralSample } from '#tests/support/threshold-samples.ts';
import { selectMatchThresholds } from './select-match-thresholds.ts';

const umbrales = {
  match: umbralSample({ target: { kind: 'match', id: 'm1', category: null } }),
  category: umbralSample({ target: { kind: 'match', id: 'm1', category: '1' } }),
  otherMatch: umbralSample({ target: { kind: 'match', id: 'm2', category: null } }),
  collectible: umbralSample({ target: { kind: 'collectible', id: 'c1' } }),
  otherCollectible: umbralSample({ target: { kind: 'collectible', id: 'c9' } }),
  /** A collectible named as the match. */
  namesake: umbralSample({ target: { kind: 'collectible', id: 'm1' } }),
};

it('are those on the match, its categories and its collectibles', () => {
  const own = selectMatchThresholds('m1', [collectibleSample()], umbrales);
  expect(Object.keys(own)).toEqual(['match', 'category', 'collectible']);
});
