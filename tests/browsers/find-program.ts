/** Finds a program by name. */
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** @returns the first of the names found in PATH, with its folder; null when there is none */
export function findProgram(...names: readonly string[]): string | null {
  const folders = (process.env.PATH ?? '').split(delimiter);
  const paths = names.flatMap((name) => folders.map((folder) => join(folder, name)));
  return paths.find(isExecutable) ?? null;
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
