/** The HTML pages behind mail links: no session, nothing but our mark and font is loaded, and at most a script presses their button. */
import { createHash } from 'node:crypto';
import type { FastifyError, FastifyInstance, FastifyReply } from 'fastify';
import { brand, brandFontPath } from '#domain/brand.ts';
import { Html, html } from '#domain/html.ts';
import { colorRules } from '#domain/palette.ts';
import { appErrorOf, httpStatusByCode } from '../base/errors.ts';

const rules = `@font-face{font-family:"Archivo";src:url("${brandFontPath}") format("woff2");font-weight:400 800;font-stretch:62% 112%;font-display:swap}
${colorRules}
*{box-sizing:border-box}
body{margin:0;min-height:100vh;display:grid;place-items:center;padding:24px 16px;background:var(--color-sunken);color:var(--color-text);font:16px/1.5 "Archivo","Helvetica Neue",Arial,sans-serif}
main{width:100%;max-width:30rem;background:var(--color-surface);border-top:6px solid var(--color-text);border-radius:4px;padding:28px 28px 32px}
.brand{display:flex;align-items:center;gap:10px;margin:0 0 20px;font-weight:800;font-size:1.375rem;font-stretch:75%}
.brand img{width:30px;height:30px}
h1{margin:0 0 12px;font-size:2rem;line-height:1.05;font-stretch:70%;font-weight:800;word-spacing:.1em}
p{margin:0 0 16px;overflow-wrap:anywhere}
a{color:inherit}
button,.button{display:inline-block;min-height:48px;padding:12px 20px;border:0;border-radius:3px;background:var(--color-text);color:var(--color-on-action);font:inherit;font-weight:700;text-decoration:none;cursor:pointer}
.quiet{background:none;color:inherit;box-shadow:inset 0 0 0 2px}
form{margin:0 0 16px}
:focus-visible{outline:3px solid var(--color-text);outline-offset:2px}
main>:last-child{margin-bottom:0}`;

const sha256 = (text: string) => createHash('sha256').update(text).digest('base64');
const styleHash = sha256(rules);
/** Not for mail scanners, which follow links but run no script: see decision 035. */
const submitScript = 'document.forms[0].requestSubmit()';
const submitHash = sha256(submitScript);

export interface LinkPage {
  readonly status: number;
  readonly title: string;
  readonly body: Html;
  /** Whether a script presses the button of its form. */
  readonly submitsItself?: boolean;
}

/** The URL carries a token, so the page is not cached, indexed or framed, and sends no referrer. */
export function sendLinkPage(
  reply: FastifyReply,
  { status, title, body, submitsItself = false }: LinkPage,
): FastifyReply {
  const page = html`<!doctype html>
<html lang="es"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex"><link rel="icon" href="/favicon.svg"><title>${title} · ${brand.name}</title><style>${new Html(rules)}</style></head>
<body><main><p class="brand"><img src="/favicon.svg" alt="">${brand.name}</p><h1>${title}</h1>${body}</main>${submitsItself ? html`<script>${new Html(submitScript)}</script>` : null}</body></html>`;
  return reply
    .code(status)
    .header('cache-control', 'no-store')
    .header('referrer-policy', 'no-referrer')
    .header('x-robots-tag', 'noindex')
    .header(
      'content-security-policy',
      `default-src 'none'; ${submitsItself ? `script-src 'sha256-${submitHash}'; ` : ''}style-src 'sha256-${styleHash}'; img-src 'self'; font-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
    )
    .type('text/html; charset=utf-8')
    .send(page.text);
}

/** A form without action: it posts to the current URL, token included. */
export const confirmForm = (words: string): Html =>
  html`<form method="post"><button>${words}</button></form>`;

/** A mail client posts a line. */
const maxBodyBytes = 16_384;

/**
 * For routes of links: a body of any content type is accepted and discarded, as only the URL matters, a longer one refused;
 * a failure is a page, too, as a person reads it.
 */
export function serveLinkPages(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  const options = { parseAs: 'buffer', bodyLimit: maxBodyBytes } as const;
  app.addContentTypeParser('*', options, (_request, _body, done) => done(null));
  app.setErrorHandler<FastifyError>((error, request, reply) => {
    const { code, message, extras } = appErrorOf(error, request);
    const { retryAfterSeconds } = extras;
    if (retryAfterSeconds !== undefined) reply.header('retry-after', Math.ceil(retryAfterSeconds));
    const body = html`<p>${message}</p>`;
    return sendLinkPage(reply, {
      status: httpStatusByCode[code],
      title: 'Ahora no ha podido ser',
      body,
    });
  });
}
