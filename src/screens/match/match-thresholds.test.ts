/** The thresholds beside a match's chart are its own, and no other's. */
import { expect, it } from 'vitest';
import { collectibleSample, umbralSample } from '#tests/support/threshold-samples.ts';
import { selectMatchThresholds } from './match-thresholds.ts';

const umbrales = {
  match: umbralSample({ objetivo: { tipo: 'partido', id: 'm1' } }),
  category: umbralSample({ objetivo: { tipo: 'partido', id: 'm1', categoria: '1' } }),
  otherMatch: umbralSample({ objetivo: { tipo: 'partido', id: 'm2' } }),
  collectible: umbralSample({ objetivo: { tipo: 'coleccionable', id: 'c1' } }),
  otherCollectible: umbralSample({ objetivo: { tipo: 'coleccionable', id: 'c9' } }),
  /** A collectible named as the match. */
  namesake: umbralSample({ objetivo: { tipo: 'coleccionable', id: 'm1' } }),
};

it('are those on the match, its categories and its collectibles', () => {
  const own = selectMatchThresholds('m1', [collectibleSample()], umbrales);
  expect(Object.keys(own)).toEqual(['match', 'category', 'collectible']);
});
