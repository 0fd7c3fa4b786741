/** Durability tests: everything a stand-in acknowledged is still stored after kill -9. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { createTransport } from 'nodemailer';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import * as z from 'zod';
import { type DurableMap, openDurableMap } from '#standins/durable-map.ts';
import { openDataDir } from './serve.ts';

const hostFile = fileURLToPath(new URL('standins-process.ts', import.meta.url));
const address = z.object({ origin: z.string(), smtp: z.string() });
const rounds = 2;

let dataDir: string;
beforeEach(async () => {
  dataDir = await openDataDir();
});

interface HostProcess extends z.infer<typeof address> {
  readonly child: ChildProcess;
}

async function startHost(): Promise<HostProcess> {
  const child = spawn(process.execPath, [hostFile, dataDir], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  for await (const line of createInterface({ input: child.stdout })) {
    return { child, ...address.parse(JSON.parse(line)) };
  }
  throw new Error('the stand-ins did not start');
}

async function kill({ child }: HostProcess): Promise<void> {
  const exited = once(child, 'exit');
  child.kill('SIGKILL');
  await exited;
}

const owner = { authorization: 'Bearer owner', 'content-type': 'application/json' };
const documents = '/v1/projects/demo-vigia/databases/(default)/documents/users';
const json = async (url: string) => (await fetch(url, { headers: owner })).json();
type Add = (host: HostProcess, name: string) => Promise<boolean>;
/** A map and a log, as every double stores what it has: how a record is added, and all are listed. */
const kinds: readonly (readonly [Add, (origin: string) => Promise<string[]>])[] = [
  [
    async ({ origin }, name) => {
      const body = JSON.stringify({ fields: { name: { stringValue: name } } });
      const url = `${origin}${documents}/${name}`;
      return (await fetch(url, { method: 'PATCH', headers: owner, body })).ok;
    },
    async (origin) =>
      (await json(origin + documents)).documents.map(({ name }: { name: string }) =>
        name.split('/').at(-1),
      ),
  ],
  [
    async ({ smtp }, name) => {
      const mail = { from: 'a@correo.es', to: 'b@correo.es', subject: name, text: name };
      await createTransport(smtp).sendMail(mail);
      return true;
    },
    async (origin) =>
      (await json(`${origin}/__local/buzon.json`)).items.map(
        ({ subject }: { subject: string }) => subject,
      ),
  ],
];

it('after kill -9 no acknowledged document or mail is lost', async () => {
  const acknowledged = kinds.map((): string[] => []);
  for (let round = 0; round < rounds; round += 1) {
    const running = await startHost();
    // Kills once each kind has been acknowledged more often than in the round before.
    const left = new Set(kinds.keys());
    const { promise: isEnough, resolve, reject } = Promise.withResolvers<void>();
    const adders = kinds.map(async ([add], kind) => {
      for (let nth = 1; ; nth += 1) {
        const name = `r${round}n${nth}`;
        const isAdded = await add(running, name).catch(() => false);
        if (!isAdded) return left.size > 0 && reject(new Error(`${name} was refused`));
        acknowledged[kind]?.push(name);
        if (nth > round) left.delete(kind);
        if (left.size === 0) resolve();
      }
    });
    await isEnough.finally(() => kill(running));
    await Promise.all(adders);
  }
  const last = await startHost();
  try {
    for (const [kind, [, list]] of kinds.entries())
      expect(await list(last.origin)).toEqual(expect.arrayContaining(acknowledged[kind] ?? []));
  } finally {
    await kill(last);
  }
  // Three processes that load the stand-ins one after the other.
}, 300_000);

describe('a durable map', () => {
  const open = async () => {
    const map = await openDurableMap(join(dataDir, 'm.jsonl'), (value) => z.number().parse(value));
    onTestFinished(() => map.close().catch(() => {}));
    return map;
  };
  const set = async (map: DurableMap<number>, key: string, value: number | null) =>
    map.transact(() => ({ changes: new Map([[key, value]]), result: undefined }));

  it('truncates a line that was only partly written', async () => {
    const before = await open();
    await set(before, 'a', 1);
    await before.close();
    await appendFile(join(dataDir, 'm.jsonl'), '[["b",2');
    const after = await open();
    expect([...after.entries()]).toEqual([['a', 1]]);
    await set(after, 'c', 3);
    await after.close();
    expect([...(await open()).entries()]).toEqual([
      ['a', 1],
      ['c', 3],
    ]);
  });

  it('throws on a complete line it cannot parse', async () => {
    await (await open()).close();
    await appendFile(join(dataDir, 'm.jsonl'), 'basura\n');
    await expect(open()).rejects.toThrow('cannot be read');
  });

  it('compacts a long history and keeps its records', async () => {
    const lines = Array.from({ length: 1500 }, (_, i) => JSON.stringify([[`k${i % 3}`, i]]));
    await writeFile(join(dataDir, 'm.jsonl'), `${lines.join('\n')}\n`);
    const again = await open();
    expect([...again.entries()].toSorted()).toEqual([
      ['k0', 1497],
      ['k1', 1498],
      ['k2', 1499],
    ]);
    await set(again, 'k0', null);
    await again.close();
    expect([...(await open()).values()]).toHaveLength(2);
  });

  it('changes nothing when a transaction throws', async () => {
    const map = await open();
    await set(map, 'a', 1);
    const failed = map.transact(() => {
      throw new Error('no');
    });
    await expect(failed).rejects.toThrow('no');
    expect(map.get('a')).toBe(1);
  });
});
