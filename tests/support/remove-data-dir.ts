/** Removes a data directory and its lock, whose socket a killed process leaves in the system's temporary folder. */
import { rm } from 'node:fs/promises';
import { lockAddress } from '#standins/data-dir.ts';

export async function removeDataDir(dataDir: string): Promise<void> {
  await rm(dataDir, { recursive: true, force: true });
  if (process.platform !== 'win32') await rm(lockAddress(dataDir), { force: true });
}
