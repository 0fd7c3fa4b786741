/** SSRF table: what the text of a channel’s address may be in production. */
import { describe, expect, it } from 'vitest';
import { parseTarget } from '#server/outgoing/guarded-post.ts';

const production = { allowLocal: false };

describe('in production, refused by their text', () => {
  it.each([
    ['plain http', 'http://example.com/'],
    ['another scheme', 'file:///etc/passwd'],
    ['a script', 'javascript:alert(1)'],
    ['credentials', 'https://u:p@example.com/'],
    ['another port', 'https://example.com:8443/'],
    ['the port of plain http', 'https://example.com:80/'],
    ['the port of SSH', 'https://example.com:22/'],
    ['port 0', 'https://example.com:0/'],
    ['the last port', 'https://example.com:65535/'],
    ['a name without a domain', 'https://localhost/'],
    ['a name of the local network', 'https://intranet/'],
    ['loopback', 'https://127.0.0.1/'],
    ['loopback elsewhere in its range', 'https://127.8.8.8/'],
    ['loopback in hexadecimal', 'https://0x7f.1/'],
    ['loopback in octal', 'https://0177.0.0.1/'],
    ['loopback as one number', 'https://2130706433/'],
    ['loopback with fewer parts', 'https://127.1/'],
    ['loopback with a final dot', 'https://127.0.0.1./'],
    ['this host', 'https://0.0.0.0/'],
    ['this host as one number', 'https://0/'],
    ['private, class A', 'https://10.0.0.1/'],
    ['private, class B', 'https://172.16.0.1/'],
    ['private, class C', 'https://192.168.1.1/'],
    ['carrier-grade NAT', 'https://100.64.0.1/'],
    ['cloud metadata', 'https://169.254.169.254/latest/meta-data/'],
    ['cloud metadata as one number', 'https://0xA9FEA9FE/'],
    ['metadata of Alibaba Cloud', 'https://100.100.100.200/'],
    ['metadata of Oracle Cloud', 'https://192.0.0.192/'],
    ['the host of a virtual machine in Azure', 'https://168.63.129.16/'],
    ['link-local', 'https://169.254.1.1/'],
    ['6to4 relays', 'https://192.88.99.1/'],
    ['reserved', 'https://240.0.0.1/'],
    ['multicast', 'https://224.0.0.1/'],
    ['broadcast', 'https://255.255.255.255/'],
    ['documentation', 'https://192.0.2.1/'],
    ['benchmarking', 'https://198.18.0.1/'],
    ['IPv6 loopback', 'https://[::1]/'],
    ['IPv6 unspecified', 'https://[::]/'],
    ['IPv6 link-local', 'https://[fe80::1]/'],
    ['IPv6 unique local', 'https://[fd00::1]/'],
    ['IPv6 cloud metadata', 'https://[fd00:ec2::254]/'],
    ['IPv4-mapped loopback', 'https://[::ffff:127.0.0.1]/'],
    ['IPv4-mapped private, in hexadecimal', 'https://[::ffff:a00:1]/'],
    ['IPv4-compatible loopback', 'https://[::127.0.0.1]/'],
    ['NAT64 of a private address', 'https://[64:ff9b::a00:1]/'],
    ['6to4 of a private address', 'https://[2002:a00:1::1]/'],
    ['Teredo', 'https://[2001::1]/'],
    ['Teredo of loopback', 'https://[2001:0:7f00:1::]/'],
    ['IPv4-mapped cloud metadata', 'https://[::ffff:169.254.169.254]/'],
    ['IPv4-translated loopback', 'https://[::ffff:0:127.0.0.1]/'],
    ['NAT64 of a local network', 'https://[64:ff9b:1::a00:1]/'],
    ['IPv6 link-local with a zone', 'https://[fe80::1%25eth0]/'],
    ['IPv6 site-local', 'https://[fec0::1]/'],
    ['IPv6 documentation', 'https://[2001:db8::1]/'],
    ['IPv6 documentation, the later range', 'https://[3fff::1]/'],
    ['IPv6 discard', 'https://[100::1]/'],
    ['IPv6 segment identifiers', 'https://[5f00::1]/'],
    ['IPv6 multicast', 'https://[ff02::1]/'],
    ['fullwidth digits', 'https://１２７.0.0.1/'],
    ['no host', 'https:///'],
    ['no address', 'hola'],
  ])('%s', (_what, url) => {
    expect(parseTarget(url, production)).toBeNull();
  });

  it.each([
    'https://example.com/a?b=c',
    'https://8.8.8.8/',
    'https://[2606:4700::1111]/',
    'https://example.com:443/',
  ])('but %s is not', (url) => {
    expect(parseTarget(url, production)).not.toBeNull();
  });
});
