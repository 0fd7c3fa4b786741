/** Policy refusals: of us, or of one recipient. */
import { expect, it } from 'vitest';
import { RefusalsAlike } from './refusals-alike.ts';

it('are ours while nothing is accepted', () => {
  const refusals = new RefusalsAlike();
  expect(['ana', 'eva', 'ana', 'ana'].map((one) => refusals.isOurs(one))).toEqual([
    true,
    true,
    true,
    true,
  ]);
});

it('are the recipient’s once another one’s mail was accepted, and ours again after one of theirs was', () => {
  const refusals = new RefusalsAlike();
  refusals.isOurs('lista');
  refusals.accepted('ana');
  expect(refusals.isOurs('lista')).toBe(false);
  expect(refusals.isOurs('ana')).toBe(true);
  refusals.accepted('lista');
  expect(refusals.isOurs('lista')).toBe(true);
});

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

it('unknown users are in doubt one by one, ours when refused alike, and theirs once others are accepted', () => {
  const refusals = new RefusalsAlike();
  expect([refusals.judge('ana'), refusals.judge('ana')]).toEqual(['doubtful', 'doubtful']);
  expect([refusals.judge('eva'), refusals.judge('ana'), refusals.judge('ana')]).toEqual([
    'ours',
    'ours',
    'ours',
  ]);
  refusals.accepted('bea');
  expect([refusals.judge('ana'), refusals.judge('eva')]).toEqual(['theirs', 'doubtful']);
  refusals.accepted('bea');
  expect(refusals.judge('eva')).toBe('theirs');
});

it('who was refused while others were accepted is not given up while all are refused alike', () => {
  const refusals = new RefusalsAlike();
  refusals.judge('ana');
  refusals.accepted('bea');
  refusals.judge('bea');
  refusals.judge('eva');
  expect(refusals.judge('ana')).toBe('ours');
});
