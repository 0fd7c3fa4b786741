/** Builds the empty React page and serves it as the product's server would: HTTP/1.1, gzip. */
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import compress from '@fastify/compress';
import fastifyStatic from '@fastify/static';
import react from '@vitejs/plugin-react';
import Fastify from 'fastify';
import { build } from 'vite';

const source = fileURLToPath(new URL('baseline', import.meta.url));

export interface RunningServer {
  readonly origin: string;
  close(): Promise<void>;
}

export async function serveBaseline(folder: string): Promise<RunningServer> {
  const outDir = join(folder, 'baseline');
  await build({
    root: source,
    configFile: false,
    plugins: [react()],
    logLevel: 'error',
    build: { outDir, target: 'es2022' },
  });
  const app = Fastify();
  await app.register(compress, { encodings: ['gzip'] });
  await app.register(fastifyStatic, { root: outDir });
  app.get('/robots.txt', (_request, reply) => reply.type('text/plain').send('User-agent: *\n'));
  const origin = await app.listen({ host: '127.0.0.1', port: 0 });
  return { origin, close: () => app.close() };
}
