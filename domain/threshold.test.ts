/** Which thresholds their owner can pause and resume. */
import { expect, it } from 'vitest';
import { isOwnersToPause, pauseReasons } from './threshold.ts';

it('only what runs, or was paused by its owner: the server leaves every other pause as it is', () => {
  expect([null, ...pauseReasons].filter(isOwnersToPause)).toEqual([null, 'user']);
});
