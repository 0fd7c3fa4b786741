/** Links by mail that prove an address: to set a new password, or to change the address. And the page behind them, a plain form without scripts. */
import { randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyReply } from 'fastify';
import * as z from 'zod';
import { brand } from '#domain/brand.ts';
import { type Html, html } from '#domain/html.ts';
import { minPasswordLength } from '#domain/profile.ts';
import type { SendMail } from '../mail/smtp-sender.ts';
import { sendPage, servePageFiles } from '../pages/local-page.ts';
import {
  type Account,
  endedSessions,
  findByEmail,
  type IdentityStore,
  type MailedLink,
  updateAccount,
} from './accounts.ts';
import { GoogleError } from './google-error.ts';
import { hashPassword } from './passwords.ts';

const lifetimeMs = 60 * 60_000;
const path = '/__local/enlace';

/** @param newEmail null: to set a password @throws GoogleError when another account has the address */
export async function mailLink(
  { store, sendMail }: { readonly store: IdentityStore; readonly sendMail: SendMail },
  { localId, email }: Account,
  { newEmail, origin }: { readonly newEmail: string | null; readonly origin: string },
): Promise<void> {
  if (newEmail !== null && findByEmail(store, newEmail)) throw new GoogleError('EMAIL_EXISTS');
  const code = randomBytes(40).toString('base64url');
  store.put('link', code, { code, localId, newEmail, expiresAtMs: Date.now() + lifetimeMs });
  const link = `${origin}${path}?oobCode=${code}`;
  const [subject, request, words] =
    newEmail === null
      ? [
          `Recupera el acceso a ${brand.name}`,
          `Alguien ha pedido una contraseña nueva para ${email}. Si has sido tú, elígela en esta página: vale una hora y un solo uso.`,
          'Elegir contraseña nueva',
        ]
      : [
          `Confirma tu correo nuevo en ${brand.name}`,
          `La cuenta de ${email} quiere usar esta dirección. Si has sido tú, confírmalo en esta página: vale una hora y un solo uso.`,
          'Confirmar la dirección',
        ];
  const ignore = 'Si no has sido tú, no hagas nada: la cuenta sigue igual.';
  await sendMail({
    to: newEmail ?? email,
    subject,
    text: [request, link, ignore].join('\n\n'),
    html: html`<h1>${subject}</h1><p>${request}</p><p><a href="${link}">${words}</a></p><p>${ignore}</p>`
      .text,
  });
}

const findLink = (store: IdentityStore, code: string): MailedLink | null => {
  const link = store.get('link', code);
  return link !== undefined && link.expiresAtMs > Date.now() ? link : null;
};

/** Once; the account's other links end with it. @returns null when it counts no more, or another account has the address */
const follow = (store: IdentityStore, code: string, passwordHash: string | null): Account | null =>
  store.transact(() => {
    const link = findLink(store, code);
    if (link === null || (link.newEmail !== null && findByEmail(store, link.newEmail))) return null;
    for (const one of store.list('link'))
      if (one.localId === link.localId) store.delete('link', one.code);
    return updateAccount(store, link.localId, (current) => ({
      ...(link.newEmail === null ? { passwordHash } : { email: link.newEmail }),
      ...endedSessions(current),
      // Following the link proves the address.
      emailVerified: true,
    }));
  });

const codeQuery = z.object({ oobCode: z.string().catch('') });
const passwordForm = z.object({ password: z.string().catch(''), repeated: z.string().catch('') });

export function registerMailedLinkPage(app: FastifyInstance, store: IdentityStore): void {
  servePageFiles(app);

  app.get(path, async (request, reply) => {
    const { oobCode } = codeQuery.parse(request.query);
    return show(reply, formOf(store, findLink(store, oobCode), null));
  });

  app.post(path, async (request, reply) => {
    const { oobCode } = codeQuery.parse(request.query);
    const { password, repeated } = passwordForm.parse(request.body);
    const link = findLink(store, oobCode);
    if (link === null) return show(reply.code(422), expired);
    const isPassword = link.newEmail === null;
    const error = isPassword ? passwordError(password, repeated) : null;
    if (error !== null) return show(reply.code(422), formOf(store, link, error));
    const account = follow(store, oobCode, isPassword ? await hashPassword(password) : null);
    return account === null
      ? show(reply.code(422), expired)
      : show(reply, done(isPassword ? 'Contraseña cambiada' : 'Dirección cambiada', account));
  });
}

function passwordError(password: string, repeated: string): string | null {
  if (!password) return 'La contraseña es requerida';
  if (password.length < minPasswordLength) {
    return `La contraseña debe tener al menos ${minPasswordLength} caracteres`;
  }
  return password === repeated ? null : 'Las contraseñas no coinciden';
}

const show = (reply: FastifyReply, content: Html): FastifyReply =>
  sendPage(reply, {
    title: 'Cuenta',
    notice: 'Herramienta local. Sustituye a las páginas del servicio de cuentas.',
    body: html`<main id="contenido" class="card">${content}</main>`,
  });

function formOf(store: IdentityStore, link: MailedLink | null, error: string | null): Html {
  const account = link && store.get('account', link.localId);
  if (!account) return expired;
  const action = `${path}?oobCode=${link.code}`;
  if (link.newEmail !== null)
    return html`<div><h1 class="title">Confirma tu correo nuevo</h1><p>${link.newEmail}</p></div>
<form method="post" action="${action}"><button class="btn btn--primary">Confirmar la dirección</button></form>`;
  return html`<div><h1 class="title">Elige una contraseña nueva</h1><p>Para ${account.email}</p></div>
<form method="post" action="${action}">
<input class="vh" type="text" name="email" value="${account.email}" autocomplete="username" tabindex="-1" aria-hidden="true" readonly>
<div class="field"><label for="nueva">Contraseña nueva</label>
<input class="input" id="nueva" name="password" type="password" autocomplete="new-password" required aria-describedby="problema"></div>
<div class="field"><label for="repetida">Confirmar contraseña</label>
<input class="input" id="repetida" name="repeated" type="password" autocomplete="new-password" required></div>
<p id="problema" class="error" role="alert">${error}</p>
<button class="btn btn--primary">Guardar contraseña</button></form>`;
}

const expired = html`<h1 class="title">Este enlace ya no sirve</h1>
<p>Caduca al cabo de una hora y vale para una sola vez. Pide otro en Vigía.</p>
<a class="btn" href="/login">Ir a iniciar sesión</a>`;

const done = (title: string, { email }: Account): Html => html`<h1 class="title">${title}</h1>
<p role="status">Entra desde ahora con ${email}. Las sesiones que hubiera abiertas se han cerrado.</p>
<a class="btn btn--primary" href="/login">Iniciar sesión</a>`;
