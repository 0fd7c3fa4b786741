/** Secrets of an installation, each in a file of its own: created once, readable by its owner alone. */
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Stored, because links, channels and sessions must stay valid after a restart. */
export async function loadOrCreateSecret(
  file: string,
  create: () => string | Promise<string>,
): Promise<string> {
  const stored = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw error;
  });
  if (stored.trim() !== '') return stored.trim();
  const fresh = await create();
  await mkdir(dirname(file), { recursive: true });
  // Renamed, so that a process killed meanwhile leaves nothing half-written.
  await writeFile(`${file}.new`, `${fresh}\n`, { mode: 0o600 });
  await rename(`${file}.new`, file);
  return fresh;
}
