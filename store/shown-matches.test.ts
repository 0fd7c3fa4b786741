/** The matches on screen, for the live stream: each as long as anything shows it. */
import { expect, it, vi } from 'vitest';
import { createShownMatches } from './shown-matches.ts';

it('has a match until the last that shows it is gone, and tells of changes alone', () => {
  const shown = createShownMatches();
  const changed = vi.fn();
  const stop = shown.subscribe(changed);
  const leaveList = shown.show(['m1', 'm2']);
  const leaveChart = shown.show(['m1']);
  expect([shown.list(), changed.mock.calls.length]).toEqual([['m1', 'm2'], 1]);
  leaveList();
  leaveList();
  expect([shown.list(), changed.mock.calls.length]).toEqual([['m1'], 2]);
  stop();
  leaveChart();
  expect([shown.list(), changed.mock.calls.length]).toEqual([[], 2]);
});
