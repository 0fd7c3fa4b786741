/** Durability tests: everything a stand-in acknowledged is still stored after kill -9. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { createTransport } from 'nodemailer';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { type DurableMap, openDurableMap } from '#standins/durable-map.ts';

const hostFile = fileURLToPath(new URL('standins-process.ts', import.meta.url));
const address = z.object({ origin: z.string(), smtp: z.string() });
const rounds = 6;

let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'vigia-durable-'));
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

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

describe('kill -9 of the stand-ins', () => {
  it('loses no acknowledged account, document, mail or customer', async () => {
    const acknowledged = {
      accounts: [] as string[],
      documents: [] as string[],
      mails: [] as string[],
      customers: [] as string[],
    };
    for (let round = 0; round < rounds; round += 1) {
      const running = await startHost();
      let failure: string | null = null;
      const adders = [
        addUntilKilled(acknowledged.accounts, `r${round}`, (name) => signUp(running.origin, name)),
        addUntilKilled(acknowledged.documents, `r${round}`, (name) =>
          writeDocument(running.origin, name),
        ),
        addUntilKilled(acknowledged.mails, `r${round}`, (name) => sendMail(running.smtp, name)),
        addUntilKilled(acknowledged.customers, `r${round}`, (name) =>
          addCustomer(running.origin, name),
        ),
      ];
      for (const adder of adders) void adder.then((error) => (failure ??= error));
      // Kills once each kind has been acknowledged more often than in the round before.
      try {
        await waitUntilGrown(acknowledged, round, () => failure);
      } finally {
        await kill(running);
      }
      await Promise.all(adders);
    }
    const last = await startHost();
    const stored = await listStored(last.origin, acknowledged.accounts);
    await kill(last);
    expect(stored.accounts).toEqual(expect.arrayContaining(acknowledged.accounts));
    expect(stored.documents).toEqual(expect.arrayContaining(acknowledged.documents));
    expect(stored.mails).toEqual(expect.arrayContaining(acknowledged.mails));
    expect(stored.customers).toEqual(expect.arrayContaining(acknowledged.customers));
    expect(Math.min(...Object.values(acknowledged).map((names) => names.length))).toBeGreaterThan(
      rounds,
    );
    // Seven processes that load the stand-ins one after the other.
  }, 300_000);

  /**
   * Adds one after another until the process dies; records a name only once it is acknowledged.
   * @returns the error that ended it
   */
  async function addUntilKilled(
    acknowledged: string[],
    prefix: string,
    add: (name: string) => Promise<boolean>,
  ): Promise<string> {
    for (let i = 0; ; i += 1) {
      const name = `${prefix}n${i}`;
      const error = await add(name).then((isAdded) => (isAdded ? null : 'rejected'), String);
      if (error !== null) return `${name}: ${error}`;
      acknowledged.push(name);
    }
  }

  async function waitUntilGrown(
    acknowledged: Record<string, string[]>,
    round: number,
    failure: () => string | null,
  ): Promise<void> {
    const hasGrown = (names: string[]) =>
      names.filter((name) => name.startsWith(`r${round}n`)).length >= 2 + round;
    while (!Object.values(acknowledged).every(hasGrown)) {
      const error = failure();
      if (error !== null) throw new Error(`failed before the process was killed: ${error}`);
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
  }
});

const root = '/v1/projects/demo-vigia/databases/(default)/documents';
const owner = { authorization: 'Bearer owner', 'content-type': 'application/json' };

async function signUp(origin: string, name: string): Promise<boolean> {
  const url = `${origin}/identitytoolkit.googleapis.com/v1/accounts:signUp?key=local`;
  const body = JSON.stringify({ email: `${name}@correo.es`, password: 'secreto1' });
  return (await fetch(url, { method: 'POST', body })).ok;
}

async function writeDocument(origin: string, name: string): Promise<boolean> {
  const body = JSON.stringify({ fields: { name: { stringValue: name } } });
  const url = `${origin}${root}/users/${name}`;
  return (await fetch(url, { method: 'PATCH', headers: owner, body })).ok;
}

async function sendMail(smtp: string, name: string): Promise<boolean> {
  const mail = { from: 'a@correo.es', to: 'b@correo.es', subject: name, text: name };
  await createTransport(smtp).sendMail(mail);
  return true;
}

async function addCustomer(origin: string, name: string): Promise<boolean> {
  const headers = { authorization: 'Bearer sk_local_prueba' };
  const body = new URLSearchParams({ name });
  return (await fetch(`${origin}/v1/customers`, { method: 'POST', headers, body })).ok;
}

async function listStored(origin: string, accounts: readonly string[]) {
  const json = async (path: string, init: RequestInit = {}) =>
    (await fetch(`${origin}${path}`, { headers: owner, ...init })).json();
  const documents = await json(`${root}/users`);
  const mails = await json('/__local/buzon.json');
  const payments = await json('/__local/pagos.json');
  const paying = z.object({ customers: z.array(z.object({ name: z.string() })) }).parse(payments);
  const names = z.object({ documents: z.array(z.object({ name: z.string() })) }).parse(documents);
  const subjects = z.object({ items: z.array(z.object({ subject: z.string() })) }).parse(mails);
  const documentNames = names.documents.map(({ name }) => name.split('/').at(-1) ?? '');
  return {
    documents: documentNames,
    mails: subjects.items.map(({ subject }) => subject),
    customers: paying.customers.map(({ name }) => name),
    accounts: await listAccounts(origin, accounts),
  };
}

async function listAccounts(origin: string, names: readonly string[]): Promise<string[]> {
  const url = `${origin}/identitytoolkit.googleapis.com/v1/projects/demo-vigia/accounts:lookup`;
  const email = names.map((name) => `${name}@correo.es`);
  const answer = await fetch(url, {
    method: 'POST',
    headers: owner,
    body: JSON.stringify({ email }),
  });
  const { users } = z
    .object({ users: z.array(z.object({ email: z.string() })) })
    .parse(await answer.json());
  return users.map((user) => user.email.split('@')[0] ?? '');
}

describe('a durable map', () => {
  const opened: DurableMap<number>[] = [];
  const open = async () => {
    const map = await openDurableMap(join(dataDir, 'm.jsonl'), (value) => z.number().parse(value));
    opened.push(map);
    return map;
  };
  afterEach(async () => {
    await Promise.allSettled(opened.splice(0).map((map) => map.close()));
  });
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
