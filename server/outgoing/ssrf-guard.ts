/**
 * SSRF guard: blocks connections to private, link-local (cloud metadata), loopback and all other special ranges. The
 * address checked is the address connected to, so DNS rebinding gains nothing.
 */
import { promises as dns, type LookupAddress } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';

/** The name resolves to a blocked address. */
export class AddressBlockedError extends Error {}

export interface AddressRules {
  /** Special ranges (CIDR) that the operator allows. */
  readonly allowedRanges: readonly string[];
  readonly resolve?: ((hostname: string) => Promise<readonly LookupAddress[]>) | undefined;
}

/** @returns CIDR ranges, a single address being a range of one; null when an entry is neither */
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

/** Of the public ranges, but answered by the host of a virtual machine: Azure's WireServer, which hands out certificates. */
const platformAddresses: readonly string[] = ['168.63.129.16'];

/** 2000::/3 (RFC 4291). */
const globalUnicast = ipaddr.parse('2000::');

export function isAddressAllowed(address: string, allowedRanges: readonly string[]): boolean {
  if (!ipaddr.isValid(address)) return false;
  // IPv4-mapped IPv6 addresses are checked as IPv4.
  const parsed = ipaddr.process(address);
  // Of IPv6 only what is routed: `::127.0.0.1` has no range of its own.
  const isRouted = parsed.kind() === 'ipv4' || parsed.match(globalUnicast, 3);
  const isPlatform = platformAddresses.includes(parsed.toString());
  if (isRouted && !isPlatform && parsed.range() === 'unicast') return true;
  return allowedRanges.some((range) => {
    const [base, bits] = ipaddr.parseCIDR(range);
    return base.kind() === parsed.kind() && parsed.match(base, bits);
  });
}

/** For literal addresses in a URL, which are connected to without a lookup. */
export function isHostAllowed(hostname: string, allowedRanges: readonly string[]): boolean {
  const bare = hostname.replace(/^\[|\]$/g, '');
  return isIP(bare) === 0 || isAddressAllowed(bare, allowedRanges);
}

/** A `lookup` for sockets that fails when any address of the name is blocked. */
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
