// @vitest-environment node
/** What the first page says of a plan; it does not load the plans themselves, for the sake of its size. */
import { expect, it } from 'vitest';
import { plans } from '#domain/plans.ts';
import { signInCopy } from './sign-in.ts';

it('says what the free plan includes', () => {
  const { label, maxMatches, maxThresholds } = plans.basico;
  expect(signInCopy.startsInBasic).toBe(
    `Empiezas en ${label}: ${maxMatches} partidos y ${maxThresholds} umbrales, sin tarjeta.`,
  );
});
