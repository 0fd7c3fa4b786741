/** Names that users gave: found, unknown and silent, asked of a name server on this machine. */
import { createSocket, type Socket } from 'node:dgram';
import type { LookupAddress } from 'node:dns';
import { lookup } from 'node:dns/promises';
import { once } from 'node:events';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createHostResolver, HostUnresolvedError } from './resolve-host.ts';

const typeA = 1;
let server: Socket;
let asked: string[];
let servers: string[];
let nowMs: number;
beforeEach(async () => {
  asked = [];
  nowMs = 0;
  server = createSocket('udp4');
  server.on('message', (query, peer) => {
    const { name, end } = questionOf(query);
    asked.push(name);
    const isFound = name.startsWith('found') && query.readUInt16BE(end - 4) === typeA;
    if (!name.startsWith('silent'))
      server.send(answerTo(query, end, isFound), peer.port, peer.address);
  });
  server.bind(0, '127.0.0.1');
  await once(server, 'listening');
  servers = [`127.0.0.1:${server.address().port}`];
});
afterEach(() => void server.close());

const create = () => {
  const resolve = createHostResolver({ servers, nowMs: () => nowMs });
  return (host: string, owner = 'ana') => resolve(host, owner);
};

it('finds the addresses of a name, and those of this machine without asking', async () => {
  expect(await create()('found.example')).toEqual([{ address: '93.184.216.34', family: 4 }]);
  expect(await create()('localhost')).toContainEqual({ address: '127.0.0.1', family: 4 });
  expect(new Set(asked)).toEqual(new Set(['found.example']));
});

it('gives a silent name server up', async () => {
  await expect(create()('silent.example')).rejects.toBeInstanceOf(HostUnresolvedError);
});

it('asks for a name that was not found again only after half a minute', async () => {
  const resolve = create();
  const failing = () => expect(resolve('unknown.example')).rejects.toThrow(HostUnresolvedError);
  const countAfter = async (ms: number) => {
    nowMs = ms;
    await failing();
    return asked.length;
  };
  const queries = await countAfter(0);
  expect(await countAfter(29_999)).toBe(queries);
  expect(await countAfter(30_000)).toBeGreaterThan(queries);
});

it('holds no thread of the process: other names are found while many are silent', async () => {
  const resolve = create();
  let hasEnded = false;
  void Promise.allSettled(
    Array.from({ length: 40 }, (_, index) => resolve(`silent-${index}.example`)),
  ).then(() => {
    hasEnded = true;
  });
  await lookup('localhost');
  expect(hasEnded).toBe(false);
});

it('remembers what it found for ten seconds', async () => {
  const resolve = create();
  for (nowMs of [0, 9_999]) await resolve('found.example');
  expect(asked).toHaveLength(2);
  nowMs = 10_000;
  await resolve('found.example');
  expect(asked).toHaveLength(4);
});

it('asks for four names of an account at a time, and keeps nobody else waiting, not even for the same name', async () => {
  const hosts: string[] = [];
  const { promise: answer, resolve: release } = Promise.withResolvers<void>();
  const resolve = createHostResolver({
    ask: async (host) => {
      hosts.push(host);
      if (host.startsWith('silent')) await answer;
      return [{ address: '93.184.216.34', family: 4 }];
    },
  });
  const names = [
    ...Array.from({ length: 6 }, (_, index) => `silent-${index}.example`),
    'ntfy.example',
  ];
  const own = Promise.all(names.map((host) => resolve(host, 'ana')));
  await resolve('ntfy.example', 'bruno');
  expect(hosts).toEqual([...names.slice(0, 4), 'ntfy.example']);
  release();
  await own;
  expect(hosts).toHaveLength(7);
});

it('lets a bounded number of one account wait', async () => {
  const { promise: answer, resolve: release } = Promise.withResolvers<LookupAddress[]>();
  const resolve = createHostResolver({ ask: () => answer });
  const many = Promise.allSettled(
    Array.from({ length: 45 }, (_, n) => resolve(`n${n}.example`, 'ana')),
  );
  release([]);
  expect((await many).filter(({ status }) => status === 'rejected')).toHaveLength(1);
});

/** Of the one question of a query (RFC 1035, 4.1). */
function questionOf(query: Buffer): { readonly name: string; readonly end: number } {
  const labels: string[] = [];
  let at = 12;
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join('.').toLowerCase(), end: at + 5 };
}

/** With one A record, or the code of a name that does not exist. */
function answerTo(query: Buffer, end: number, isFound: boolean): Buffer {
  const header = Buffer.alloc(12);
  query.copy(header, 0, 0, 2);
  header.writeUInt16BE(isFound ? 0x8180 : 0x8183, 2);
  header.writeUInt16BE(1, 4);
  header.writeUInt16BE(isFound ? 1 : 0, 6);
  const record = Buffer.from([0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 60, 0, 4, 93, 184, 216, 34]);
  return Buffer.concat([header, query.subarray(12, end), ...(isFound ? [record] : [])]);
}
