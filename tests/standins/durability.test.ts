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
const rounds = 3;

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

const kinds = ['accounts', 'documents', 'mails', 'customers'] as const;

it('after kill -9 no acknowledged account, document, mail or customer is lost', async () => {
  const acknowledged = Object.fromEntries(kinds.map((kind) => [kind, [] as string[]]));
  for (let round = 0; round < rounds; round += 1) {
    const running = await startHost();
    // Kills once each kind has been acknowledged more often than in the round before.
    const left = new Set<string>(kinds);
    const { promise: isEnough, resolve, reject } = Promise.withResolvers<void>();
    const adders = kinds.map(async (kind) => {
      for (let nth = 1; ; nth += 1) {
        const name = `r${round}n${nth}`;
        const isAdded = await add[kind](running, name).catch(() => false);
        if (!isAdded) return left.size > 0 && reject(new Error(`${kind}: ${name} was refused`));
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
    for (const kind of kinds)
      expect(await list[kind](last.origin, acknowledged)).toEqual(
        expect.arrayContaining(acknowledged[kind] ?? []),
      );
  } finally {
    await kill(last);
  }
  // Four processes that load the stand-ins one after the other.
}, 300_000);

const root = '/v1/projects/demo-vigia/databases/(default)/documents';
const identity = '/identitytoolkit.googleapis.com/v1';
const owner = { authorization: 'Bearer owner', 'content-type': 'application/json' };

const add: Record<(typeof kinds)[number], (host: HostProcess, name: string) => Promise<boolean>> = {
  async accounts({ origin }, name) {
    const body = JSON.stringify({ email: `${name}@correo.es`, password: 'secreto1' });
    const url = `${origin}${identity}/accounts:signUp?key=local`;
    return (await fetch(url, { method: 'POST', body })).ok;
  },
  async documents({ origin }, name) {
    const body = JSON.stringify({ fields: { name: { stringValue: name } } });
    const url = `${origin}${root}/users/${name}`;
    return (await fetch(url, { method: 'PATCH', headers: owner, body })).ok;
  },
  async mails({ smtp }, name) {
    const mail = { from: 'a@correo.es', to: 'b@correo.es', subject: name, text: name };
    await createTransport(smtp).sendMail(mail);
    return true;
  },
  async customers({ origin }, name) {
    const headers = { authorization: 'Bearer sk_local_prueba' };
    const body = new URLSearchParams({ name });
    return (await fetch(`${origin}/v1/customers`, { method: 'POST', headers, body })).ok;
  },
};

const json = async (url: string, init: RequestInit = {}) =>
  (await fetch(url, { headers: owner, ...init })).json();
const list: Record<
  (typeof kinds)[number],
  (origin: string, added: Record<string, string[]>) => Promise<string[]>
> = {
  async accounts(origin, added) {
    const body = JSON.stringify({ email: added.accounts?.map((name) => `${name}@correo.es`) });
    const url = `${origin}${identity}/projects/demo-vigia/accounts:lookup`;
    const { users } = await json(url, { method: 'POST', body });
    return users.map(({ email }: { email: string }) => email.split('@')[0]);
  },
  async documents(origin) {
    const { documents } = await json(`${origin}${root}/users`);
    return documents.map(({ name }: { name: string }) => name.split('/').at(-1));
  },
  async mails(origin) {
    const { items } = await json(`${origin}/__local/buzon.json`);
    return items.map(({ subject }: { subject: string }) => subject);
  },
  async customers(origin) {
    const { customers } = await json(`${origin}/__local/pagos.json`);
    return customers.map(({ name }: { name: string }) => name);
  },
};

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
