/**
 * Resolves names that users gave, by c-ares: `dns.lookup` holds one of two threads of the process for as long as a name
 * server is silent, and connections to the database, the relay and everybody's receivers wait for the same two.
 */
import { promises as dns, type LookupAddress } from 'node:dns';

/** The name has no address, or its name server is silent. */
export class HostUnresolvedError extends Error {}

export interface HostResolverOptions {
  /** Addresses of name servers; those of the system when absent. */
  readonly servers?: readonly string[];
  readonly nowMs?: () => number;
}

/** A name has two seconds in all, however many name servers there are. */
const timeoutMs = 2_000;
/** A name that failed is not asked for again meanwhile: negative cache of a bounded size. */
const failureMs = 30_000;
const maxFailures = 2_000;
/** c-ares reads no hosts file; the name is reserved (RFC 6761, 6.3). */
const loopback: readonly LookupAddress[] = [
  { address: '127.0.0.1', family: 4 },
  { address: '::1', family: 6 },
];

/** @returns function of a host name, which throws HostUnresolvedError; lookups of one name at a time are one */
export function createHostResolver({ servers, nowMs = Date.now }: HostResolverOptions = {}) {
  const pending = new Map<string, Promise<readonly LookupAddress[]>>();
  const failures = new Map<string, number>();

  function rememberFailure(host: string): void {
    failures.delete(host);
    failures.set(host, nowMs() + failureMs);
    for (const [oldest] of failures) {
      if (failures.size <= maxFailures) break;
      failures.delete(oldest);
    }
  }

  return async (host: string): Promise<readonly LookupAddress[]> => {
    if (host === 'localhost') return loopback;
    const failedUntilMs = failures.get(host) ?? 0;
    if (failedUntilMs > nowMs())
      throw new HostUnresolvedError(`${host} was not found a moment ago`);
    const lookup = pending.get(host) ?? resolveOnce(host, servers);
    pending.set(host, lookup);
    try {
      return await lookup;
    } catch (error) {
      rememberFailure(host);
      throw error;
    } finally {
      pending.delete(host);
    }
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
