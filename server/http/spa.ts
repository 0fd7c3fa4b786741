/** Serves the built SPA: immutable assets, and HTML pages with the configuration injected. */
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { type ClientConfig, clientConfig } from '#contract/client-config.ts';
import { clientConfigElementId } from '#contract/client-config-element.ts';
import { furtherPage } from '#contract/prerendered-pages.ts';
import { isAppPage } from '#domain/app-pages.ts';
import { serviceWorkerPath } from '#domain/service-worker-paths.ts';
import { brandFontRoute } from './brand-font.ts';
import { injectMetaTags } from './html-meta.ts';
import { readHtmlPage } from './html-pages.ts';
import { textFileRoutes } from './text-files.ts';

export interface SpaSettings {
  readonly distDir: string;
  /** Public origin of the app, for absolute URLs. */
  readonly origin: string;
  readonly clientConfig: ClientConfig;
  /** Loaded by the page before the identity SDK, where the environment provides one. */
  readonly scriptUrl: string | null;
}

/** Paths of APIs and files: an unknown one answers 404 and never the SPA. */
const nonPagePaths = /^\/(api|assets|\.well-known|health|metrics)(\/|$)/;

/** Whether an unmatched request is a page navigation, answered with the SPA, and not an API call or a missing file. */
export function isNavigation(method: string, path: string): boolean {
  if (method !== 'GET' && method !== 'HEAD') return false;
  return !nonPagePaths.test(path) && !/\.[A-Za-z0-9]{1,8}$/.test(path);
}

/** JSON safe inside a script element: escapes `<` and the line separators U+2028 and U+2029. */
function inlineJson(value: unknown): string {
  return JSON.stringify(value)
    .replaceAll('<', '\\u003c')
    .replaceAll('\u2028', '\\u2028')
    .replaceAll('\u2029', '\\u2029');
}

function headTags(settings: SpaSettings, nonce: string): string {
  const script =
    settings.scriptUrl === null
      ? ''
      : `<script defer src="${settings.scriptUrl.replaceAll('"', '&quot;')}"></script>`;
  return (
    `<script type="application/json" id="${clientConfigElementId}">${inlineJson(settings.clientConfig)}</script>` +
    // goober, notistack's style library, uses this element; without a nonce the CSP would block its rules.
    `<style id="_goober" nonce="${nonce}"> </style>${script}`
  );
}

export async function sendHtmlPage(
  settings: SpaSettings,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const path = request.url.split('?')[0] ?? '/';
  const html = await readHtmlPage(settings.distDir, path, settings.clientConfig.supportEmail);
  if (html === null)
    return reply
      .code(503)
      .header('retry-after', '5')
      .type('text/plain; charset=utf-8')
      .send('La aplicación aún no está construida.');
  // Functions, because `$` in a replacement string has a meaning.
  const configured = html
    .replaceAll('<script>', () => `<script nonce="${reply.cspNonce.script}">`)
    // The charset must stay within the first 1024 bytes, also when the style has grown and the page is saved.
    .replace(
      /<head[^>]*>(\s*<meta charset[^>]*>)?/i,
      (start) => start + headTags(settings, reply.cspNonce.style),
    );
  const page = injectMetaTags(configured, path, settings.origin);
  return (
    reply
      // The app shows its error page on an unknown path.
      .code(isAppPage(path) || html.includes(furtherPage(path.replace(/\/$/, ''))) ? 200 : 404)
      .header('cache-control', 'no-store')
      .type('text/html; charset=utf-8')
      .send(page)
  );
}

export async function serveSpa(app: FastifyInstance, settings: SpaSettings): Promise<void> {
  // Validated here because the browser reads it without a schema.
  z.parse(clientConfig, settings.clientConfig);
  app.get('/', (request, reply) => sendHtmlPage(settings, request, reply));
  textFileRoutes(app, {
    origin: settings.origin,
    supportEmail: settings.clientConfig.supportEmail,
  });
  app.get('/index.html', (_request, reply) => reply.redirect('/', 308));
  await app.register(fastifyStatic, {
    root: join(settings.distDir, 'assets'),
    prefix: '/assets/',
    index: false,
    // Vite puts a content hash in asset names.
    immutable: true,
    maxAge: '1y',
    // The build writes compressed copies beside the files (scripts/build.mjs).
    preCompressed: true,
  });
  // Compared with the server's at every page view, so that an update is noticed at once.
  app.get(serviceWorkerPath, async (_request, reply) =>
    reply
      .header('cache-control', 'no-cache')
      .sendFile(serviceWorkerPath, settings.distDir, { cacheControl: false }),
  );
  brandFontRoute(app, settings.distDir);
  // Files beside index.html (icons, manifest, social card) have no hash in their name, so they are cached briefly.
  app.get('/:file', async (request, reply) => {
    const { file } = request.params as { file: string };
    if (!/^[\w-]+(\.[\w-]+)*\.(svg|png|ico|webmanifest|woff2|txt|xml)$/.test(file))
      return reply.callNotFound();
    return reply.sendFile(file, settings.distDir, { immutable: false, maxAge: '1h' });
  });
}
