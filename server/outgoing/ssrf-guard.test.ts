/** What an operator may allow beyond public addresses, and what sockets are given. */
import { describe, expect, it } from 'vitest';
import { AddressBlockedError, guardedLookup, isAddressAllowed, parseRanges } from './ssrf-guard.ts';

describe('ranges that an operator allows', () => {
  it('are networks and single addresses, with spaces and empty entries between them', () => {
    expect(parseRanges(' 10.0.0.0/8, ,192.168.1.7,,::1 , fd00::/8')).toEqual([
      '10.0.0.0/8',
      '192.168.1.7/32',
      '::1/128',
      'fd00::/8',
    ]);
    expect(parseRanges('')).toEqual([]);
  });

  it.each(['mercado.example', '10.0.0.0/33', '10.0.0.0/8,nada', '300.1.1.1'])(
    'are nothing else: %s',
    (list) => {
      expect(parseRanges(list)).toBeNull();
    },
  );

  it('open the addresses in any of them, and no other', () => {
    const ranges = ['10.1.0.0/16', 'fd00::/8', '127.0.0.1/32'];
    for (const address of ['10.1.2.3', 'fd12::1', '127.0.0.1', '::ffff:10.1.2.3'])
      expect(isAddressAllowed(address, ranges), address).toBe(true);
    for (const address of ['10.2.0.1', 'fe80::1', '127.0.0.2', '::1', 'mercado.example', ''])
      expect(isAddressAllowed(address, ranges), address).toBe(false);
    expect(isAddressAllowed('168.63.129.16', ['168.63.129.16/32'])).toBe(true);
  });
});

describe('a socket', () => {
  const found = [
    { address: '93.184.216.34', family: 4 },
    { address: '2606:4700::1111', family: 6 },
  ];
  const lookup = (all: boolean, resolve = async () => found) =>
    new Promise((done) =>
      guardedLookup({ allowedRanges: [], resolve })(
        'mercado.example',
        { all },
        (error, address, family) => done(error ?? [address, family]),
      ),
    );

  it('gets none when one of them is refused, or the name is unknown', async () => {
    const mixed = async () => [...found, { address: '10.0.0.1', family: 4 }];
    expect(await lookup(true, mixed)).toBeInstanceOf(AddressBlockedError);
    expect(await lookup(true, async () => [])).toBeInstanceOf(AddressBlockedError);
    const unknown = new Error('ENOTFOUND');
    expect(await lookup(true, () => Promise.reject(unknown))).toBe(unknown);
  });
});
