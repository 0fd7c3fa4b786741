/** Durable key-value store: serial transactions, logged before they are visible, safe against kill -9. */
import { rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { openDurableLog, syncFolder } from './durable-log.ts';

/** New value by key; null deletes the record. */
export type Changes<T> = ReadonlyMap<string, T | null>;

export interface DurableMap<T> {
  get(key: string): T | undefined;
  values(): IterableIterator<T>;
  entries(): IterableIterator<[string, T]>;
  /**
   * Runs `decide` serially (no other transaction between its reads and its write), stores its changes as one log
   * line (all or none) and returns its result. When `decide` throws, nothing changes.
   */
  transact<R>(decide: () => { changes: Changes<T>; result: R }): Promise<R>;
  close(): Promise<void>;
}

type LogLine<T> = ReadonlyArray<readonly [string, T | null]>;

/**
 * Opens the store; compacts its log when that is mostly history.
 * @param parse validates a stored record; throws when it is invalid
 */
export async function openDurableMap<T>(
  file: string,
  parse: (stored: unknown) => T,
): Promise<DurableMap<T>> {
  const records = new Map<string, T>();
  const apply = (line: LogLine<T>): void => {
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

  let tail: Promise<unknown> = Promise.resolve();
  return {
    get: (key) => records.get(key),
    values: () => records.values(),
    entries: () => records.entries(),
    transact(decide) {
      const transaction = tail.then(async () => {
        const { changes, result } = decide();
        if (changes.size > 0) {
          const line = [...changes];
          await log.append(line);
          apply(line);
        }
        return result;
      });
      tail = transaction.catch(() => undefined);
      return transaction;
    },
    async close() {
      await tail;
      await log.close();
    },
  };
}

/** Replaces the log with the current records: written to a new file, synced, then renamed over. */
async function compact<T>(file: string, records: ReadonlyMap<string, T>): Promise<void> {
  const newFile = `${file}.new`;
  await rm(newFile, { force: true });
  const log = await openDurableLog(newFile, () => undefined);
  await Promise.all([...records].map((entry) => log.append([entry])));
  await log.close();
  await rename(newFile, file);
  await syncFolder(dirname(file));
}
