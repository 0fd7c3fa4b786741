/** Policy refusals: of us, or of one recipient. */
import { expect, it } from 'vitest';
import { RefusalsAlike } from './refusals-alike.ts';

it('name who was asked in this round, so that the next probe goes to another', () => {
  const refusals = new RefusalsAlike();
  refusals.isOurs('ana');
  refusals.isOurs('eva');
  expect(refusals.suspected).toEqual(['ana', 'eva']);
  refusals.isOurs('ana');
  expect(refusals.suspected).toEqual(['ana']);
  refusals.accepted('eva');
  expect(refusals.suspected).toEqual([]);
});

it('remember a thousand recipients refused alone: none of them stops everybody’s mail again', () => {
  const refusals = new RefusalsAlike();
  const recipients = Array.from({ length: 1_000 }, (_, n) => `u${n}`);
  for (const recipient of recipients) refusals.isOurs(recipient);
  refusals.accepted('ana');
  expect(recipients.filter((recipient) => refusals.isOurs(recipient))).toEqual([]);
});

it('unknown users are ours when refused within a minute of each other, not when further apart', () => {
  let nowMs = 0;
  const refusals = new RefusalsAlike(() => nowMs);
  refusals.judge('ana');
  nowMs += 60_001;
  expect(refusals.judge('eva')).toBe('doubtful');
  nowMs += 60_000;
  expect(refusals.judge('luz')).toBe('ours');
});

it('who was refused while others were accepted is not given up while all are refused alike', () => {
  const refusals = new RefusalsAlike();
  refusals.judge('ana');
  refusals.accepted('bea');
  refusals.judge('bea');
  refusals.judge('eva');
  expect(refusals.judge('ana')).toBe('ours');
});
