/**
 * Resolves names that users gave, by c-ares: `dns.lookup` holds one of two threads of the process for as long as a name
 * server is silent, and connections to the database, the relay and everybody's receivers wait for the same two.
 */
import { promises as dns, type LookupAddress } from 'node:dns';
import { createKeyedLimiter } from '../base/concurrency.ts';

/** The name has no address, or its name server is silent. */
export class HostUnresolvedError extends Error {}

/** @param owner the account that named the host; without one it waits for no other */
export type ResolveHost = (host: string, owner?: string) => Promise<readonly LookupAddress[]>;

export interface HostResolverOptions {
  /** Addresses of name servers; those of the system when absent. */
  readonly servers?: readonly string[];
  readonly nowMs?: () => number;
  /** For tests. */
  readonly ask?: (host: string) => Promise<readonly LookupAddress[]>;
}

/** A name has two seconds in all, however many name servers there are. */
const timeoutMs = 2_000;
/** A name that failed is not asked for again meanwhile. */
const failureMs = 30_000;
/** As long as a connection is kept: an exchange asks before it connects. */
const successMs = 10_000;
/** Both are remembered of so many names. */
const maxRemembered = 2_000;
/** Of one account's names; the others wait, at most as many as it may have channels and tests. */
const perOwner = { maxRunning: 4, maxQueued: 40 };
/** c-ares reads no hosts file; the name is reserved (RFC 6761, 6.3). */
const loopback: readonly LookupAddress[] = [
  { address: '127.0.0.1', family: 4 },
  { address: '::1', family: 6 },
];

interface Outcome {
  readonly untilMs: number;
  /** null: it failed. */
  readonly found: readonly LookupAddress[] | null;
}

/** @returns function that throws HostUnresolvedError, or QueueFullError; lookups of one name at a time are one */
export function createHostResolver(options: HostResolverOptions = {}): ResolveHost {
  const { servers, nowMs = Date.now, ask = (host) => resolveOnce(host, servers) } = options;
  const pending = new Map<string, Promise<readonly LookupAddress[]>>();
  const outcomes = new Map<string, Outcome>();
  const limiter = createKeyedLimiter(perOwner);

  function remember(host: string, found: Outcome['found']): void {
    outcomes.delete(host);
    outcomes.set(host, { untilMs: nowMs() + (found ? successMs : failureMs), found });
    for (const [oldest] of outcomes) {
      if (outcomes.size <= maxRemembered) break;
      outcomes.delete(oldest);
    }
  }

  /** @returns null when it must be asked for */
  function recall(host: string): readonly LookupAddress[] | null {
    const outcome = outcomes.get(host);
    if (outcome === undefined || outcome.untilMs <= nowMs()) return null;
    if (outcome.found === null) throw new HostUnresolvedError(`${host} was not found a moment ago`);
    return outcome.found;
  }

  async function find(host: string): Promise<readonly LookupAddress[]> {
    const known = recall(host);
    if (known !== null) return known;
    const lookup = pending.get(host) ?? ask(host);
    pending.set(host, lookup);
    try {
      const found = await lookup;
      remember(host, found);
      return found;
    } catch (error) {
      remember(host, null);
      throw error;
    } finally {
      pending.delete(host);
    }
  }

  return async (host, owner) => {
    if (host === 'localhost') return loopback;
    const known = recall(host);
    if (known !== null) return known;
    return owner === undefined ? find(host) : limiter.run(owner, () => find(host));
  };
}

async function resolveOnce(
  host: string,
  servers: readonly string[] | undefined,
): Promise<LookupAddress[]> {
  const resolver = new dns.Resolver({ timeout: timeoutMs, tries: 1 });
  if (servers !== undefined) resolver.setServers(servers);
  const deadline = setTimeout(() => resolver.cancel(), timeoutMs);
  const [v4, v6] = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
  clearTimeout(deadline);
  const found = [...addressesOf(v4, 4), ...addressesOf(v6, 6)];
  if (found.length === 0) throw new HostUnresolvedError(`${host} has no address`);
  return found;
}

const addressesOf = (answer: PromiseSettledResult<string[]>, family: 4 | 6): LookupAddress[] =>
  answer.status === 'fulfilled' ? answer.value.map((address) => ({ address, family })) : [];
