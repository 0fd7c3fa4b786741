/** A refused key is ours until the same service accepts it for another channel; of two channels alike it holds the kind. */
import { expect, it } from 'vitest';
import { OurKeyRefusals } from './our-key-refusals.ts';

it('is ours until its service accepts it for another channel', () => {
  const refusals = new OurKeyRefusals();
  expect([refusals.refused('fcm', 'a'), refusals.refused('fcm', 'a')]).toEqual(['later', 'later']);
  refusals.accepted('mozilla', 'b');
  expect(refusals.refused('fcm', 'a')).toBe('later');
  refusals.accepted('fcm', 'b');
  expect(refusals.refused('fcm', 'a')).toBe('theirs');
});

it('holds the kind from the second channel on, for longer and longer, until one is accepted', () => {
  let now = 0;
  const holds: boolean[] = [];
  const refusals = new OurKeyRefusals(
    (held) => holds.push(held),
    () => now,
  );
  expect([refusals.refused('fcm', 'a'), refusals.isHeld]).toEqual(['later', false]);
  expect([refusals.refused('fcm', 'b'), refusals.waitMs]).toEqual(['held', 1_000]);
  // Under way together with it: no further delay.
  expect([refusals.refused('fcm', 'c'), refusals.waitMs]).toEqual(['held', 1_000]);
  expect(refusals.suspected).toEqual(['a', 'b', 'c']);
  now = 1_000;
  expect([refusals.refused('mozilla', 'd'), refusals.waitMs]).toEqual(['held', 2_000]);
  now = 3_000;
  refusals.probeFailed();
  expect(refusals.waitMs).toBe(4_000);
  refusals.accepted('fcm', 'e');
  expect([refusals.isHeld, refusals.waitMs, holds]).toEqual([false, 0, [true, false]]);
  expect(refusals.refused('fcm', 'a')).toBe('theirs');
});

it('of one service alone holds the others no second time', () => {
  const refusals = new OurKeyRefusals();
  refusals.refused('fcm', 'a');
  expect(refusals.refused('fcm', 'b')).toBe('held');
  refusals.accepted('mozilla', 'c');
  expect([refusals.refused('fcm', 'a'), refusals.refused('fcm', 'b')]).toEqual(['later', 'later']);
  expect(refusals.isHeld).toBe(false);
  refusals.accepted('fcm', 'c');
  refusals.refused('fcm', 'd');
  expect(refusals.refused('fcm', 'e')).toBe('held');
});
