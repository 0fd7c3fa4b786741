/** In-memory production build, and the chunks a page loads with their static imports. */
import { gzipSync } from 'node:zlib';
import { build, type Rolldown } from 'vite';

export type Chunk = Rolldown.OutputChunk;

/** @throws Error unless the build has exactly one output */
export async function buildInMemory(): Promise<Chunk[]> {
  const result = await build({
    logLevel: 'error',
    build: { write: false, sourcemap: 'hidden' },
  });
  if (Array.isArray(result) || !('output' in result)) throw new Error('one build, one output');
  return result.output.filter((file) => file.type === 'chunk');
}

/** The files with all their static imports; dynamic imports are left out. */
export function withImports(chunks: readonly Chunk[], files: Iterable<Chunk>): Set<Chunk> {
  const named = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
  const found = new Set(files);
  for (const chunk of found) {
    for (const name of chunk.imports) {
      const next = named.get(name);
      if (next !== undefined) found.add(next);
    }
  }
  return found;
}

/**
 * The chunk that contains a module.
 * @param module its path from the root
 * @throws Error when no chunk contains it
 */
export function fileOf(chunks: readonly Chunk[], module: string): Chunk {
  const found = chunks.find(({ modules }) =>
    Object.keys(modules).some((id) => id.endsWith(module)),
  );
  if (found === undefined) throw new Error(`${module} is in no file`);
  return found;
}

export const gzipped = ({ code }: Chunk): number => gzipSync(code, { level: 9 }).length;
