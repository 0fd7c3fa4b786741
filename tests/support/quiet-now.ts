/** Quiet hours that began an hour ago and end in one. */
import type { Notifications } from '#contract/users.ts';

export function quietNow(): NonNullable<Notifications['quietHours']> {
  const inHours = (hours: number) =>
    new Date(Date.now() + hours * 3_600_000).toISOString().slice(11, 16);
  return { from: inHours(-1), to: inHours(1), zone: 'UTC' };
}
