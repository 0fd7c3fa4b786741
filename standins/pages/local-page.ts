/** Layout of the local tools' pages: notice strip, one style sheet, no inline scripts (strict CSP). */
import { readFile } from 'node:fs/promises';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { type Html, html } from '#domain/html.ts';
import { colorRules } from '#domain/palette.ts';

/** As strict as the product's own policy. */
const contentPolicy = (formTargets: readonly string[]): string =>
  "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; img-src 'self' data:; " +
  `connect-src 'self'; frame-src 'self'; form-action ${["'self'", ...formTargets].join(' ')}; ` +
  "base-uri 'none'; frame-ancestors 'self'";

const stylesPath = '/__local/local.css';
const openerPolicy = 'cross-origin-opener-policy';

interface PageOptions {
  readonly title: string;
  /** The sentence on the hatched strip. */
  readonly notice: string;
  readonly body: Html;
  readonly scripts?: readonly string[];
  /** Style sheets in addition to `local.css`. */
  readonly styles?: readonly string[];
  /** Origins a form may submit or redirect to, besides this one. */
  readonly formTargets?: readonly string[];
}

export function sendPage(
  reply: FastifyReply,
  { title, notice, body, scripts = [], styles = [], formTargets = [] }: PageOptions,
): FastifyReply {
  const page = html`<!doctype html>
<html lang="es">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · Herramienta local</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${stylesPath}">
<script src="/__local/tema.js"></script>
${styles.map((href) => html`<link rel="stylesheet" href="${href}">`)}
${scripts.map((src) => html`<script src="${src}" defer></script>`)}
</head>
<body>
<a class="skip" href="#contenido">Saltar al contenido</a>
<aside class="toolband" aria-label="Aviso"><span>${notice}</span>
<button class="toolband__theme" type="button" id="tema" hidden><svg viewBox="0 0 20 20" aria-hidden="true"><path/></svg></button></aside>
${body}
</body>
</html>`;
  // As the product's pages: these and a local page share a browsing context group, and Back stays within it.
  if (!reply.hasHeader(openerPolicy)) reply.header(openerPolicy, 'same-origin-allow-popups');
  return sendHtml(reply, page.text, contentPolicy(formTargets));
}

/** Sends HTML with its own content security policy instead of the product's. */
export function sendHtml(reply: FastifyReply, text: string, policy: string): FastifyReply {
  reply.removeHeader('x-frame-options');
  reply.raw.removeHeader('x-frame-options');
  return reply
    .header('content-security-policy', policy)
    .header('cache-control', 'no-store')
    .type('text/html; charset=utf-8')
    .send(text);
}

/** Serves a file at a fixed path. Idempotent: several plugins may register the same one. */
export function serveFile(app: FastifyInstance, path: string, file: URL, type: string): void {
  if (app.hasRoute({ method: 'GET', url: path })) return;
  app.get(path, async (_request, reply) =>
    reply
      .header('cache-control', 'no-cache')
      .header('cross-origin-resource-policy', 'cross-origin')
      .type(type)
      .send(
        path === stylesPath ? colorRules + (await readFile(file, 'utf8')) : await readFile(file),
      ),
  );
}

export const scriptType = 'text/javascript; charset=utf-8';

export function servePageFiles(app: FastifyInstance): void {
  const fileUrl = (name: string): URL => new URL(name, import.meta.url);
  serveFile(app, stylesPath, fileUrl('local.css'), 'text/css; charset=utf-8');
  serveFile(app, '/__local/tema.js', fileUrl('theme.browser.js'), scriptType);
  serveFile(
    app,
    '/__local/fuente.woff2',
    fileUrl('../../src/styles/fonts/archivo-basic.woff2'),
    'font/woff2',
  );
  serveFile(app, '/__local/marca.svg', fileUrl('../../public/favicon.svg'), 'image/svg+xml');
}
