/**
 * Refuses to connect to addresses that are nobody's public server: private, link-local (cloud metadata),
 * loopback and every other special range. The address checked is the address connected to, so a name that
 * resolves differently a moment later gains nothing.
 */
import { promises as dns, type LookupAddress } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';

/** A resolved address that may not be asked. */
export class AddressBlockedError extends Error {}

export interface AddressRules {
  /** Ranges (CIDR) an operator lets through although they are special. */
  readonly allowedRanges: readonly string[];
  readonly resolve?: ((hostname: string) => Promise<readonly LookupAddress[]>) | undefined;
}

/** @returns CIDR ranges, a single address being a range of one; null where an entry is neither */
export function parseRanges(list: string): string[] | null {
  const entries = list
    .split(',')
    .map((text) => text.trim())
    .filter((text) => text !== '');
  const ranges = entries.map((entry) => {
    if (ipaddr.isValidCIDR(entry)) return entry;
    if (isIP(entry) === 0) return null;
    return `${entry}/${isIP(entry) === 4 ? 32 : 128}`;
  });
  return ranges.every((range) => range !== null) ? ranges : null;
}

export function isAddressAllowed(address: string, allowedRanges: readonly string[]): boolean {
  if (!ipaddr.isValid(address)) return false;
  // An IPv4 address in IPv6 clothes is judged as what it is.
  const parsed = ipaddr.process(address);
  if (parsed.range() === 'unicast') return true;
  return allowedRanges.some((range) => {
    const [base, bits] = ipaddr.parseCIDR(range);
    return base.kind() === parsed.kind() && parsed.match(base, bits);
  });
}

/** For literal addresses in a URL: those are connected to without any lookup. */
export function mayConnectToHost(hostname: string, allowedRanges: readonly string[]): boolean {
  const bare = hostname.replace(/^\[|\]$/g, '');
  return isIP(bare) === 0 || isAddressAllowed(bare, allowedRanges);
}

/** A `lookup` for sockets that fails when any address of the name is refused. */
export function guardedLookup({ allowedRanges, resolve = resolveAll }: AddressRules) {
  const lookup: LookupFunction = (hostname, options, callback) => {
    resolve(hostname).then(
      (found) => {
        const [first] = found;
        if (
          first === undefined ||
          !found.every((a) => isAddressAllowed(a.address, allowedRanges))
        ) {
          callback(new AddressBlockedError(`${hostname} has a refused address`), '', 0);
        } else if (options.all) callback(null, [...found]);
        else callback(null, first.address, first.family);
      },
      (error: NodeJS.ErrnoException) => callback(error, '', 0),
    );
  };
  return lookup;
}

const resolveAll = (hostname: string) => dns.lookup(hostname, { all: true });
