/** Google sign-in popup, to pick or invent a Google account, and the hidden frame's page. Strict CSP. */
import type { FastifyInstance } from 'fastify';
import { type Html, html } from '#domain/html.ts';
import { scriptType, sendHtml, sendPage, serveFile, servePageFiles } from '../pages/local-page.ts';
import type { GoogleAccount, IdentityStore } from './accounts.ts';

/** The app may run on another loopback port than the stand-ins. */
const framePolicy =
  "default-src 'none'; script-src 'self'; base-uri 'none'; " +
  "frame-ancestors 'self' http://localhost:* http://127.0.0.1:*";

const files = [
  ['/__local/gapi.js', 'gapi.browser.js'],
  ['/__local/google.js', 'google-popup.browser.js'],
  ['/__local/google-marco.js', 'google-frame.browser.js'],
] as const;

export function registerGooglePopupPage(app: FastifyInstance, store: IdentityStore): void {
  servePageFiles(app);
  for (const [path, file] of files) {
    serveFile(app, path, new URL(file, import.meta.url), scriptType);
  }

  app.get('/emulator/auth/handler', async (_request, reply) => {
    const usedAccounts = store.list('google').reverse();
    // The opener needs its reference to this popup, as with Google's.
    reply.header('cross-origin-opener-policy', 'unsafe-none');
    return sendPage(reply, {
      title: 'Acceder con Google',
      notice: 'Herramienta local. Sustituye a la ventana de Google; no sale nada de este equipo.',
      body: popupBody(usedAccounts),
      scripts: ['/__local/google.js'],
    });
  });

  app.get('/emulator/auth/iframe', async (_request, reply) =>
    sendHtml(
      reply,
      '<!doctype html><html lang="es"><title>Herramienta local</title>' +
        '<script src="/__local/gapi.js"></script><script src="/__local/google-marco.js"></script></html>',
      framePolicy,
    ),
  );
}

function popupBody(usedAccounts: readonly GoogleAccount[]): Html {
  return html`<main id="contenido" class="card" inert>
<div><h1 class="title">Acceder con Google</h1><p>Elige una cuenta o inventa otra.</p></div>
${
  usedAccounts.length > 0
    ? html`<ul class="accounts" aria-label="Cuentas usadas antes">${usedAccounts.map(
        ({ sub, email, name }) =>
          html`<li><button type="button" data-sub="${sub}" data-email="${email}" data-name="${name}"><b>${name || email}</b>
${name ? html`<span class="meta">${email}</span>` : null}</button></li>`,
      )}</ul>`
    : null
}
<form id="otra">
<div class="field"><label for="correo">Correo</label>
<input class="input" id="correo" name="email" type="email" required autocomplete="off"></div>
<div class="field"><label for="nombre">Nombre</label>
<input class="input" id="nombre" name="name" autocomplete="off"></div>
<label class="check"><input type="checkbox" name="unverified">Google no ha comprobado este correo</label>
<p class="error" role="alert" id="problema"></p>
<div class="card__row"><button class="btn btn--primary">Continuar</button>
<button class="btn" type="button" id="cancelar">Cancelar</button></div>
</form></main>`;
}
