/** An append-only file of JSON lines: a line is acknowledged only once it is on disk, so kill -9 never takes back an answer. */
import { createReadStream } from 'node:fs';
import { type FileHandle, mkdir, open } from 'node:fs/promises';
import { dirname } from 'node:path';

const newline = 0x0a;

/** Where a line lies in the file, in bytes. */
export interface LinePlace {
  readonly offset: number;
  readonly length: number;
}

export interface DurableLog {
  /** Writes one record and resolves after fsync. Records that arrive together share one fsync. */
  append(record: unknown): Promise<LinePlace>;
  read(place: LinePlace): Promise<unknown>;
  /** Forgets everything, durably. */
  clear(): Promise<void>;
  close(): Promise<void>;
}

interface Waiting {
  readonly line: Buffer;
  readonly resolve: (place: LinePlace) => void;
  readonly reject: (cause: unknown) => void;
}

/**
 * Opens the log and hands every stored record to `replay`, oldest first.
 * A torn last line (the process died while writing it, so nobody was told it was stored) is cut off.
 * @throws Error when a line that was acknowledged cannot be read: better no start than silent loss
 */
export async function openDurableLog(
  file: string,
  replay: (record: unknown, place: LinePlace) => void,
): Promise<DurableLog> {
  await mkdir(dirname(file), { recursive: true });
  const handle = await open(file, 'a+', 0o600);
  let end = await replayLines(file, replay).catch(async (cause) => {
    await handle.close();
    throw cause;
  });
  await handle.truncate(end);
  await syncFolder(dirname(file));

  let waiting: Waiting[] = [];
  let writing: Promise<void> = Promise.resolve();

  async function flush(): Promise<void> {
    const batch = waiting;
    waiting = [];
    if (batch.length === 0) return;
    const start = end;
    try {
      const bytes = Buffer.concat(batch.map(({ line }) => line));
      await writeAll(handle, bytes);
      await handle.datasync();
      end = start + bytes.length;
    } catch (cause) {
      // Half a line must not stay in front of the next one.
      await handle.truncate(start).catch(() => undefined);
      for (const { reject } of batch) reject(cause);
      return;
    }
    let offset = start;
    for (const { line, resolve } of batch) {
      resolve({ offset, length: line.length });
      offset += line.length;
    }
  }

  return {
    append(record) {
      return new Promise((resolve, reject) => {
        waiting.push({ line: Buffer.from(`${JSON.stringify(record)}\n`), resolve, reject });
        writing = writing.then(flush);
      });
    },
    async read({ offset, length }) {
      const bytes = Buffer.alloc(length);
      await handle.read(bytes, 0, length, offset);
      return JSON.parse(bytes.toString('utf8'));
    },
    clear() {
      const cleared = writing.then(async () => {
        await handle.truncate(0);
        await handle.sync();
        end = 0;
      });
      writing = cleared.catch(() => undefined);
      return cleared;
    },
    async close() {
      await writing;
      await handle.close();
    },
  };
}

/** @returns how many bytes hold whole lines. Split on the byte itself: readline also splits on U+2028, which JSON allows. */
async function replayLines(
  file: string,
  replay: (record: unknown, place: LinePlace) => void,
): Promise<number> {
  let offset = 0;
  let rest: Buffer = Buffer.alloc(0);
  for await (const chunk of createReadStream(file)) {
    rest = Buffer.concat([rest, chunk]);
    let start = 0;
    for (let at = rest.indexOf(newline); at >= 0; at = rest.indexOf(newline, start)) {
      const length = at + 1 - start;
      try {
        replay(JSON.parse(rest.toString('utf8', start, at)), { offset, length });
      } catch (cause) {
        throw new Error(`${file}: the record stored at byte ${offset} cannot be read`, { cause });
      }
      offset += length;
      start = at + 1;
    }
    rest = rest.subarray(start);
  }
  return offset;
}

async function writeAll(handle: FileHandle, bytes: Buffer): Promise<void> {
  for (let done = 0; done < bytes.length; ) {
    done += (await handle.write(bytes, done)).bytesWritten;
  }
}

/** A new file's name is only safe once its folder is synced. Windows cannot sync folders and does not need it. */
export async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  await handle.sync().finally(() => handle.close());
}
