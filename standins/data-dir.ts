/** The local data directory: created if missing, checked for write access, locked by one process. */
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

/** Why the directory cannot be used, as one Spanish sentence. */
class DataDirUnusableError extends Error {}

export interface LockedDataDir {
  readonly path: string;
  release(): Promise<void>;
}

/**
 * The lock is a listening socket: the system releases it with the process, however that ends.
 * @throws DataDirUnusableError when it is not writable or another process has locked it
 */
export async function lockDataDir(dataDir: string): Promise<LockedDataDir> {
  const path = resolve(dataDir);
  await assertWritable(path);
  const address = lockAddress(path);
  if (await isAnswering(address)) {
    throw new DataDirUnusableError(`Otra Vigía en marcha ya usa los datos de ${path}.`);
  }
  if (process.platform !== 'win32') await rm(address, { force: true });
  const lock = createServer((socket) => socket.destroy());
  lock.listen(address);
  try {
    await once(lock, 'listening');
  } catch (cause) {
    throw new DataDirUnusableError(`Otra Vigía en marcha ya usa los datos de ${path}.`, { cause });
  }
  lock.unref();
  return {
    path,
    release: () => new Promise<void>((done) => lock.close(() => done())),
  };
}

async function assertWritable(path: string): Promise<void> {
  const probe = join(path, '.prueba');
  try {
    await mkdir(path, { recursive: true });
    await writeFile(probe, '');
    await rm(probe);
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : String(cause);
    const reasons: Record<string, string> = {
      EROFS: 'el disco es de solo lectura',
      EACCES: 'falta permiso de escritura',
      EPERM: 'falta permiso de escritura',
      ENOSPC: 'el disco está lleno',
      // Node's code for creating a folder on a read-only disk.
      ENOENT: 'el disco es de solo lectura o la ruta no existe',
      ENOTDIR: 'la ruta no es una carpeta',
      EEXIST: 'la ruta no es una carpeta',
    };
    throw new DataDirUnusableError(`No se puede escribir en ${path}: ${reasons[code] ?? code}.`, {
      cause,
    });
  }
}

/** Outside the directory, because a socket path is limited to about a hundred characters. */
export function lockAddress(dataDir: string): string {
  const name = `vigia-${createHash('sha256').update(resolve(dataDir)).digest('hex').slice(0, 20)}`;
  return process.platform === 'win32' ? `\\\\.\\pipe\\${name}` : join(tmpdir(), `${name}.sock`);
}

function isAnswering(address: string): Promise<boolean> {
  return new Promise((answer) => {
    const socket = connect(address);
    socket.once('connect', () => {
      socket.destroy();
      answer(true);
    });
    socket.once('error', () => answer(false));
  });
}
