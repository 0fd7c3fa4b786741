/** Tests of the soak's growth check and percentiles. */
import { expect, it } from 'vitest';
import { growthIn, percentile, type SoakMinute } from './support/soak-minutes.ts';

const baseMinute: SoakMinute = {
  readings: 1_200,
  alerts: 2_000,
  mails: 700,
  rssMb: 200,
  heapMb: 80,
  mailP99Ms: 1_100,
  streamP99Ms: 260,
};
const thirty = (of: (minute: number) => Partial<SoakMinute>) =>
  Array.from({ length: 30 }, (_, minute) => ({ ...baseMinute, ...of(minute) }));

it('reports measures that grow over a soak, and none that are stable', () => {
  expect(growthIn(thirty((minute) => ({ heapMb: 80 + (minute % 3) })))).toEqual([]);
  expect(growthIn(thirty((minute) => ({ heapMb: 80 + minute })))).toEqual([
    'heapMb went from 85 to 105',
  ]);
  expect(growthIn(thirty((minute) => ({ mailP99Ms: minute < 25 ? 1_100 : 2_000 })))).toEqual([
    'mailP99Ms went from 1100 to 2000',
  ]);
  // A minute without mails (NaN) counts as growth.
  expect(growthIn(thirty(() => ({ mailP99Ms: Number.NaN })))).toHaveLength(1);
  expect(growthIn(thirty(() => ({})).slice(0, 9))).toBeNull();
});

it('computes percentiles by the nearest rank', () => {
  const hundred = Array.from({ length: 100 }, (_, index) => 100 - index);
  expect([0.5, 0.99, 1].map((part) => percentile(hundred, part))).toEqual([50, 99, 100]);
});
