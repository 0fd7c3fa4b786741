/**
 * Storage of the doubles: JSON by collection and id, in memory and in a file that has one line for each transaction.
 * Written synchronously, so that a double answers only what a killed process would find again; never synced to the disk:
 * what is stored here is for trying things out.
 */
import {
  appendFileSync,
  closeSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';

export interface Store<Records> {
  get<C extends keyof Records & string>(collection: C, id: string): Records[C] | undefined;
  /** In order of creation. */
  list<C extends keyof Records & string>(collection: C): Records[C][];
  put<C extends keyof Records & string>(collection: C, id: string, value: Records[C]): void;
  delete(collection: keyof Records & string, id: string): void;
  /** Stores what `work` puts and deletes together; when it throws, nothing. */
  transact<R>(work: () => R): R;
  close(): void;
}

/** undefined deletes. */
type Change = readonly [collection: string, id: string, value?: unknown];

/** @throws Error when the file cannot be read */
export function openStore<Records>(dataDir: string, name: string): Store<Records> {
  const file = join(dataDir, `${name}.jsonl`);
  const collections = new Map<string, Map<string, unknown>>();
  const of = (collection: string) => {
    const found = collections.get(collection) ?? new Map<string, unknown>();
    collections.set(collection, found);
    return found;
  };
  const apply = ([collection, id, value]: Change) => {
    if (value === undefined) of(collection).delete(id);
    else of(collection).set(id, value);
  };

  mkdirSync(dataDir, { recursive: true });
  const lines = readLines(file);
  // What follows the last line break was being written when the process was killed.
  for (const line of lines.slice(0, -1)) for (const change of JSON.parse(line)) apply(change);
  const stored = [...collections].flatMap(([collection, records]) =>
    [...records].map(([id, value]): Change => [collection, id, value]),
  );
  writeFileSync(`${file}.new`, `${JSON.stringify(stored)}\n`, { mode: 0o600 });
  renameSync(`${file}.new`, file);
  const descriptor = openSync(file, 'a', 0o600);

  /** Of the transaction that runs, and what takes it back. */
  let changes: Change[] | null = null;
  let undo: Change[] = [];
  const change = (one: Change): void => {
    if (changes === null) transact(() => change(one));
    else {
      undo.push([one[0], one[1], of(one[0]).get(one[1])]);
      changes.push(one);
      apply(one);
    }
  };
  function transact<R>(work: () => R): R {
    if (changes !== null) return work();
    changes = [];
    undo = [];
    try {
      const result = work();
      if (changes.length > 0) appendFileSync(descriptor, `${JSON.stringify(changes)}\n`);
      return result;
    } catch (error) {
      for (const one of undo.reverse()) apply(one);
      throw error;
    } finally {
      changes = null;
    }
  }
  return {
    get: (collection, id) => of(collection).get(id) as never,
    list: (collection) => [...of(collection).values()] as never,
    put: (collection, id, value) => change([collection, id, value]),
    delete: (collection, id) => change([collection, id]),
    transact,
    close: () => closeSync(descriptor),
  };
}

function readLines(file: string): string[] {
  try {
    return readFileSync(file, 'utf8').split('\n');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw error;
  }
}
