/** Change of an account's address: the mail with its link, and the page behind it, which makes the change. */
import { randomBytes } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import { brand } from '#domain/brand.ts';
import { html } from '#domain/html.ts';
import type { SendMail } from '../mail/smtp-sender.ts';
import { sendPage, servePageFiles } from '../pages/local-page.ts';
import {
  type Account,
  endedSessions,
  findByEmail,
  type IdentityStore,
  updateAccount,
} from './accounts.ts';
import { GoogleError } from './google-error.ts';

const codeTtlMs = 60 * 60_000;
const pagePath = '/__local/cambiar-correo';

/** Mails the link to the new address; an earlier one is void. @throws GoogleError when another account has the address */
export async function requestEmailChange(
  store: IdentityStore,
  { localId, email }: Account,
  { newEmail, origin, sendMail }: { newEmail: string; origin: string; sendMail: SendMail },
): Promise<void> {
  if (findByEmail(store, newEmail)) throw new GoogleError('EMAIL_EXISTS');
  const code = randomBytes(40).toString('base64url');
  const expiresAtMs = Date.now() + codeTtlMs;
  updateAccount(store, localId, () => ({ emailChange: { code, newEmail, expiresAtMs } }));
  const link = `${origin}${pagePath}?oobCode=${code}`;
  const subject = `Confirma tu correo nuevo en ${brand.name}`;
  const request = `La cuenta de ${email} quiere usar esta dirección. Si has sido tú, confírmalo en esta página: vale una hora y un solo uso.`;
  const ignore = 'Si no has sido tú, no hagas nada: la cuenta sigue igual.';
  await sendMail({
    to: newEmail,
    subject,
    text: [request, link, ignore].join('\n\n'),
    html: html`<h1>${subject}</h1><p>${request}</p><p><a href="${link}">Confirmar la dirección</a></p><p>${ignore}</p>`
      .text,
  });
}

/** @throws GoogleError when no account has this code, or the address was taken meanwhile */
function changeEmail(store: IdentityStore, oobCode: string): string {
  const found = findByCode(store, oobCode);
  if (found === undefined) throw new GoogleError('INVALID_OOB_CODE');
  const { localId, newEmail } = found;
  updateAccount(store, localId, (current) => {
    if (findByEmail(store, newEmail)) throw new GoogleError('EMAIL_EXISTS');
    // Following the link proves the address.
    const changed = { email: newEmail, emailVerified: true, emailChange: null };
    return { ...changed, ...endedSessions(current) };
  });
  return newEmail;
}

function findByCode(store: IdentityStore, oobCode: string) {
  for (const { localId, emailChange } of store.list('account'))
    if (emailChange?.code === oobCode && emailChange.expiresAtMs > Date.now())
      return { localId, newEmail: emailChange.newEmail };
  return undefined;
}

const codeQuery = z.object({ oobCode: z.string().catch('') });

export function registerEmailChangePage(app: FastifyInstance, store: IdentityStore): void {
  servePageFiles(app);

  app.get(pagePath, async (request, reply) => {
    const { oobCode } = codeQuery.parse(request.query);
    const found = findByCode(store, oobCode);
    return sendPage(reply, {
      ...page,
      body:
        found === undefined
          ? expired
          : html`<main id="contenido" class="card"><div><h1 class="title">Confirma tu correo nuevo</h1><p>${found.newEmail}</p></div>
<form method="post" action="${pagePath}?oobCode=${oobCode}"><button class="btn btn--primary">Confirmar la dirección</button></form></main>`,
    });
  });

  app.post(pagePath, async (request, reply) => {
    const { oobCode } = codeQuery.parse(request.query);
    try {
      const email = changeEmail(store, oobCode);
      return await sendPage(reply, {
        ...page,
        body: html`<main id="contenido" class="card"><h1 class="title">Dirección cambiada</h1>
<p role="status">Entra desde ahora con ${email}. Las sesiones que hubiera abiertas se han cerrado.</p>
<a class="btn btn--primary" href="/login">Iniciar sesión</a></main>`,
      });
    } catch (cause) {
      if (!(cause instanceof GoogleError)) throw cause;
      return sendPage(reply.code(422), { ...page, body: expired });
    }
  });
}

const page = {
  title: 'Correo nuevo',
  notice: 'Herramienta local. Sustituye a la página del servicio de cuentas.',
};
const expired = html`<main id="contenido" class="card"><h1 class="title">Este enlace ya no sirve</h1>
<p>Caduca al cabo de una hora y vale para una sola vez. Pide otro en Configuración.</p>
<a class="btn" href="/login">Ir a iniciar sesión</a></main>`;
