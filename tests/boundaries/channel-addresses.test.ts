/** SSRF table: what the text of a channel’s address may be in production. */
import { describe, expect, it } from 'vitest';
import { parseTarget } from '#server/outgoing/guarded-post.ts';

const production = { allowLocal: false };

const listed = (text: string) => text.trim().split(/\s+/);

describe('in production, by its text', () => {
  it.each<[string, string[]]>([
    [
      'another scheme, port or form',
      listed(`
        http://example.com/ file:///etc/passwd javascript:alert(1) https://u:p@example.com/ https:/// hola
        https://example.com:8443/ https://example.com:80/ https://example.com:22/ https://example.com:0/
        https://example.com:65535/
      `),
    ],
    ['a name of the local network', listed('https://localhost/ https://intranet/')],
    [
      // In decimal, hexadecimal and octal, with fewer parts, a final dot, fullwidth digits.
      'loopback and this host, however written',
      listed(`
        https://127.0.0.1/ https://127.8.8.8/ https://0x7f.1/ https://0177.0.0.1/ https://2130706433/
        https://127.1/ https://127.0.0.1./ https://１２７.0.0.1/ https://0.0.0.0/ https://0/
      `),
    ],
    [
      'private and carrier-grade networks',
      listed('https://10.0.0.1/ https://172.16.0.1/ https://192.168.1.1/ https://100.64.0.1/'),
    ],
    [
      // Of AWS and Google, Alibaba, Oracle and Azure.
      'the metadata of clouds',
      listed(`
        https://169.254.169.254/latest/meta-data/ https://0xA9FEA9FE/ https://100.100.100.200/
        https://192.0.0.192/ https://168.63.129.16/ https://[fd00:ec2::254]/
      `),
    ],
    [
      'link-local, relays, reserved, multicast, broadcast, documentation, benchmarking',
      listed(`
        https://169.254.1.1/ https://192.88.99.1/ https://240.0.0.1/ https://224.0.0.1/
        https://255.255.255.255/ https://192.0.2.1/ https://198.18.0.1/
      `),
    ],
    [
      'the same of IPv6',
      listed(`
        https://[::1]/ https://[::]/ https://[fe80::1]/ https://[fe80::1%25eth0]/ https://[fd00::1]/
        https://[fec0::1]/ https://[2001:db8::1]/ https://[3fff::1]/ https://[100::1]/ https://[5f00::1]/
        https://[ff02::1]/
      `),
    ],
    [
      // Mapped, compatible, translated, NAT64, 6to4, Teredo.
      'IPv4 within IPv6',
      listed(`
        https://[::ffff:127.0.0.1]/ https://[::ffff:a00:1]/ https://[::ffff:169.254.169.254]/
        https://[::127.0.0.1]/ https://[::ffff:0:127.0.0.1]/ https://[64:ff9b::a00:1]/
        https://[64:ff9b:1::a00:1]/ https://[2002:a00:1::1]/ https://[2001::1]/ https://[2001:0:7f00:1::]/
      `),
    ],
  ])('%s is refused', (_what, urls) => {
    expect(urls.filter((url) => parseTarget(url, production) !== null)).toEqual([]);
  });

  it.each([
    'https://example.com/a?b=c',
    'https://8.8.8.8/',
    'https://[2606:4700::1111]/',
    'https://example.com:443/',
  ])('%s is not', (url) => {
    expect(parseTarget(url, production)).not.toBeNull();
  });
});
