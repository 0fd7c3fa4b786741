/** Which thresholds their owner can resume. */
import { expect, it } from 'vitest';
import { isResumable, pauseReasons } from './threshold.ts';

it('only a paused threshold can be resumed, and not one that kick-off or expiry has closed', () => {
  expect(pauseReasons.filter(isResumable)).toEqual(['user', 'plan', 'currency', 'suspension']);
  expect(isResumable(null)).toBe(false);
});
