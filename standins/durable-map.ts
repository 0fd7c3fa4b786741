/** Named records that survive kill -9: changes are decided one transaction at a time, stored, and only then seen. */
import { rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { openDurableLog, syncFolder } from './durable-log.ts';

/** `null` forgets the record. */
export type Changes<T> = ReadonlyMap<string, T | null>;

export interface DurableMap<T> {
  get(key: string): T | undefined;
  values(): IterableIterator<T>;
  entries(): IterableIterator<[string, T]>;
  /**
   * Runs `decide` alone (no other transaction between its reads and its write), stores what it changed
   * as one line (so all of it or none), and answers its result. When `decide` throws, nothing changes.
   */
  transact<R>(decide: () => { changes: Changes<T>; result: R }): Promise<R>;
  close(): Promise<void>;
}

type Line<T> = ReadonlyArray<readonly [string, T | null]>;

/**
 * @param parse checks a stored record's shape; throws when it is not one of ours
 */
export async function openDurableMap<T>(
  file: string,
  parse: (stored: unknown) => T,
): Promise<DurableMap<T>> {
  const records = new Map<string, T>();
  const apply = (line: Line<T>): void => {
    for (const [key, value] of line) {
      if (value === null) records.delete(key);
      else records.set(key, value);
    }
  };

  let lines = 0;
  const replay = (stored: unknown): void => {
    if (!Array.isArray(stored)) throw new TypeError('expected a list of changes');
    lines += 1;
    apply(stored.map(([key, value]) => [String(key), value === null ? null : parse(value)]));
  };
  let log = await openDurableLog(file, replay);
  if (lines > 1000 && lines > 4 * records.size) {
    await log.close();
    await compact(file, records);
    log = await openDurableLog(file, () => undefined);
  }

  let turn: Promise<unknown> = Promise.resolve();
  return {
    get: (key) => records.get(key),
    values: () => records.values(),
    entries: () => records.entries(),
    transact(decide) {
      const mine = turn.then(async () => {
        const { changes, result } = decide();
        if (changes.size > 0) {
          const line = [...changes];
          await log.append(line);
          apply(line);
        }
        return result;
      });
      turn = mine.catch(() => undefined);
      return mine;
    },
    async close() {
      await turn;
      await log.close();
    },
  };
}

/** Replaces a long history by its outcome: written beside, synced, then renamed over. */
async function compact<T>(file: string, records: ReadonlyMap<string, T>): Promise<void> {
  const beside = `${file}.new`;
  await rm(beside, { force: true });
  const log = await openDurableLog(beside, () => undefined);
  await Promise.all([...records].map((entry) => log.append([entry])));
  await log.close();
  await rename(beside, file);
  await syncFolder(dirname(file));
}
