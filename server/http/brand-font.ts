/** The brand's font at an address without the build's hash, for the pages behind mail links. */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { brandFontPath } from '#domain/brand.ts';

const fontFile = /^archivo-basic-[\w-]+\.woff2$/;

export function brandFontRoute(app: FastifyInstance, distDir: string): void {
  app.get(brandFontPath, async (_request, reply) => {
    // Read each time: an update replaces the build beside a running server.
    const names = await readdir(join(distDir, 'assets')).catch(() => []);
    const name = names.find((one) => fontFile.test(one));
    if (name === undefined) return reply.callNotFound();
    return reply.header('cache-control', 'public, max-age=3600').redirect(`/assets/${name}`);
  });
}
