/**
 * Rejected tokens and keys, counted per address. Beyond the limit a key of that address is refused without the query that it
 * costs, for the rest of the minute; prefixes that were accepted lately pass, whoever shares their address.
 */
import { AppError } from '../base/errors.ts';
import { RecentIds } from '../base/recent-ids.ts';
import { InMemoryRateLimitStore } from './rate-limit-store.ts';

const perMinute = 300;
const windowMs = 60_000;
/** Beyond it, the oldest are forgotten. */
const maxPrefixes = 10_000;

export class RejectedBearers {
  readonly #counts = new InMemoryRateLimitStore();
  readonly #acceptedPrefixes = new RecentIds(maxPrefixes);

  /** @throws AppError `too_many_requests` */
  assertOpen(address: string, prefix: string): void {
    if (!this.#acceptedPrefixes.has(prefix)) assertWithin(this.#counts.read(address, windowMs));
  }

  accepted(prefix: string): void {
    this.#acceptedPrefixes.add(prefix);
  }

  /** @throws AppError `too_many_requests` */
  count(address: string): void {
    assertWithin(this.#counts.add(address, 1, windowMs));
  }
}

function assertWithin({ current, ttl }: { readonly current: number; readonly ttl: number }): void {
  if (current > perMinute)
    throw new AppError('too_many_requests', undefined, { retryAfterSeconds: ttl / 1_000 });
}
