/** Append-only file of JSON lines; an append resolves after fsync, so no acknowledged line is lost. */
import { createReadStream } from 'node:fs';
import { type FileHandle, mkdir, open } from 'node:fs/promises';
import { dirname } from 'node:path';

const newline = 0x0a;

/** Position of a line in the file, in bytes. */
export interface LinePosition {
  readonly offset: number;
  readonly length: number;
}

export interface DurableLog {
  /** Writes one record and resolves after fsync. Records that arrive together share one fsync. */
  append(record: unknown): Promise<LinePosition>;
  read(position: LinePosition): Promise<unknown>;
  /** Deletes every record, durably. */
  clear(): Promise<void>;
  close(): Promise<void>;
}

interface PendingAppend {
  readonly line: Buffer;
  readonly resolve: (position: LinePosition) => void;
  readonly reject: (cause: unknown) => void;
}

/**
 * Opens the log and passes every stored record to `replay`, oldest first.
 * A torn last line is truncated: the process died while writing it, so it was never acknowledged.
 * @throws Error when an acknowledged line cannot be parsed, so that no data is lost silently
 */
export async function openDurableLog(
  file: string,
  replay: (record: unknown, position: LinePosition) => void,
): Promise<DurableLog> {
  await mkdir(dirname(file), { recursive: true });
  const handle = await open(file, 'a+', 0o600);
  let end = await replayLines(file, replay).catch(async (cause) => {
    await handle.close();
    throw cause;
  });
  await handle.truncate(end);
  await syncFolder(dirname(file));

  let waiting: PendingAppend[] = [];
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
      // A partial line must not precede the next one.
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

/** @returns length of all complete lines, in bytes. Splits on the byte: readline also splits on U+2028, valid in JSON. */
async function replayLines(
  file: string,
  replay: (record: unknown, position: LinePosition) => void,
): Promise<number> {
  let offset = 0;
  let rest: Buffer = Buffer.alloc(0);
  for await (const chunk of createReadStream(file)) {
    rest = Buffer.concat([rest, chunk]);
    let start = 0;
    for (let end = rest.indexOf(newline); end >= 0; end = rest.indexOf(newline, start)) {
      const length = end + 1 - start;
      try {
        replay(JSON.parse(rest.toString('utf8', start, end)), { offset, length });
      } catch (cause) {
        throw new Error(`${file}: the record stored at byte ${offset} cannot be read`, { cause });
      }
      offset += length;
      start = end + 1;
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

/** Fsyncs a folder, which makes a new file's name durable. Windows cannot and need not. */
export async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  await handle.sync().finally(() => handle.close());
}
