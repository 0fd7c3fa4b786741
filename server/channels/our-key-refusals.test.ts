/** A refused key is ours until the same service accepts it for another channel. */
import { expect, it } from 'vitest';
import { OurKeyRefusals } from './our-key-refusals.ts';

it('is ours until its service accepts it for another channel', () => {
  const refusals = new OurKeyRefusals();
  expect([refusals.isOurs('fcm', 'a'), refusals.isOurs('fcm', 'a')]).toEqual([true, true]);
  refusals.accepted('mozilla', 'b');
  expect(refusals.isOurs('fcm', 'a')).toBe(true);
  refusals.accepted('fcm', 'b');
  expect(refusals.isOurs('fcm', 'a')).toBe(false);
});

it('remembers a bounded number of services', () => {
  const refusals = new OurKeyRefusals();
  refusals.isOurs('fcm', 'a');
  for (let n = 0; n < 100; n += 1) refusals.isOurs(`service${n}`, 'a');
  refusals.accepted('fcm', 'b');
  expect(refusals.isOurs('fcm', 'a')).toBe(true);
});
