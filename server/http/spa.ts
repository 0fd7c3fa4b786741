/** Serves the built SPA: immutable assets, and its pages with this environment's configuration written into them. */
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { type ClientConfig, clientConfig } from '#contract/client-config.ts';
import { clientConfigElementId } from '#contract/client-config-element.ts';
import { injectMetaTags } from './html-meta.ts';
import { readPrerenderedPage } from './prerendered-pages.ts';

export interface SpaSettings {
  readonly distDir: string;
  /** Where people reach this app, for the addresses it tells others. */
  readonly origin: string;
  readonly clientConfig: ClientConfig;
  /** A script the identity SDK needs before it loads, when the environment provides one. */
  readonly scriptUrl: string | null;
}

/** Paths that belong to programs: a navigation never lands there. */
const programPaths =
  /^\/(api|__local|v1|emulator|assets|health|metrics|service_accounts|identitytoolkit\.|securetoken\.)(\/|$|[^/]*\/)/;

/** Whether a request is a person opening a page of the app, as opposed to a program asking for something absent. */
export function isNavigation(method: string, path: string): boolean {
  if (method !== 'GET' && method !== 'HEAD') return false;
  return !programPaths.test(path) && !/\.[A-Za-z0-9]{1,8}$/.test(path);
}

/** JSON that can stand inside a script element: `<` never closes it, line separators never break it. */
function inlineJson(value: unknown): string {
  return JSON.stringify(value)
    .replaceAll('<', '\\u003c')
    .replaceAll('\u2028', '\\u2028')
    .replaceAll('\u2029', '\\u2029');
}

function head(settings: SpaSettings, nonce: string): string {
  const script =
    settings.scriptUrl === null
      ? ''
      : `<script src="${settings.scriptUrl.replaceAll('"', '&quot;')}"></script>`;
  return (
    `<script type="application/json" id="${clientConfigElementId}">${inlineJson(settings.clientConfig)}</script>` +
    // notistack's style library adopts this element; without a nonce its rules would be refused.
    `<style id="_goober" nonce="${nonce}"> </style>${script}`
  );
}

export async function sendIndex(
  settings: SpaSettings,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const path = request.url.split('?')[0] ?? '/';
  const html = await readPrerenderedPage(
    settings.distDir,
    path,
    settings.clientConfig.supportEmail,
  );
  if (html === null)
    return reply
      .code(503)
      .header('retry-after', '5')
      .type('text/plain; charset=utf-8')
      .send('La aplicación aún no está construida.');
  // Functions, because `$` in a replacement string has a meaning.
  const configured = html
    .replaceAll('<script>', () => `<script nonce="${reply.cspNonce.script}">`)
    .replace(/<head[^>]*>/i, (tag) => tag + head(settings, reply.cspNonce.style));
  const page = injectMetaTags(configured, path, settings.origin);
  return reply.header('cache-control', 'no-store').type('text/html; charset=utf-8').send(page);
}

const robots = 'User-agent: *\nDisallow: /api/\nDisallow: /dashboard\nDisallow: /onboarding\n';

export async function serveSpa(app: FastifyInstance, settings: SpaSettings): Promise<void> {
  // The browser reads it without checking again.
  z.parse(clientConfig, settings.clientConfig);
  app.get('/', (request, reply) => sendIndex(settings, request, reply));
  app.get('/index.html', (_request, reply) => reply.redirect('/', 308));
  app.get('/robots.txt', async (_request, reply) =>
    reply
      .header('cache-control', 'public, max-age=3600')
      .type('text/plain; charset=utf-8')
      .send(robots),
  );
  await app.register(fastifyStatic, {
    root: join(settings.distDir, 'assets'),
    prefix: '/assets/',
    index: false,
    // Vite names assets by their content.
    immutable: true,
    maxAge: '1y',
    // The build left a smaller copy beside each file worth it (scripts/build.mjs).
    preCompressed: true,
    decorateReply: true,
  });
  // Files beside index.html (icons, manifest, social card) keep their names, so they are asked for again.
  app.get('/:file', async (request, reply) => {
    const { file } = request.params as { file: string };
    if (!/^[\w-]+(\.[\w-]+)*\.(svg|png|ico|webmanifest|woff2|txt|xml)$/.test(file))
      return reply.callNotFound();
    return reply.sendFile(file, settings.distDir, { immutable: false, maxAge: '1h' });
  });
}
