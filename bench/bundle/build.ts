/** The product's bundle, built in memory, and what a page of it loads. */
import { gzipSync } from 'node:zlib';
import { build, type Rolldown } from 'vite';

export type Chunk = Rolldown.OutputChunk;

export async function buildInMemory(): Promise<Chunk[]> {
  const result = await build({
    logLevel: 'error',
    build: { write: false, sourcemap: 'hidden' },
  });
  if (Array.isArray(result) || !('output' in result)) throw new Error('one build, one output');
  return result.output.filter((file) => file.type === 'chunk');
}

/** Files, and what they import before anything of them runs; dynamic imports come later. */
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

/** The file a module ended in. @param module its path from the root */
export function fileOf(chunks: readonly Chunk[], module: string): Chunk {
  const found = chunks.find(({ modules }) =>
    Object.keys(modules).some((id) => id.endsWith(module)),
  );
  if (found === undefined) throw new Error(`${module} is in no file`);
  return found;
}

export const gzipped = ({ code }: Chunk): number => gzipSync(code, { level: 9 }).length;
