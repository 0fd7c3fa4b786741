/** In-memory build of the naive list, with the product's build settings. */
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { build } from 'vite';

/** @returns each file by its path in the page. @throws Error unless the build has exactly one output */
export async function buildNaive(): Promise<ReadonlyMap<string, string | Uint8Array>> {
  const result = await build({
    configFile: false,
    root: fileURLToPath(new URL('.', import.meta.url)),
    logLevel: 'error',
    plugins: [react()],
    build: { write: false, target: 'es2022', assetsInlineLimit: 0 },
  });
  if (Array.isArray(result) || !('output' in result)) throw new Error('one build, one output');
  return new Map(
    result.output.map((file) => [
      `/${file.fileName}`,
      file.type === 'chunk' ? file.code : file.source,
    ]),
  );
}
