/** Codes of password resets, and the mail that links the page behind one. */
import { randomBytes } from 'node:crypto';
import { brand } from '#domain/brand.ts';
import { html } from '#domain/html.ts';
import type { SendMail } from '../mail/smtp-sender.ts';
import { type Account, type IdentityStore, updateAccount } from './accounts.ts';
import { GoogleError } from './google-error.ts';

const resetCodeTtlMs = 60 * 60_000;
/** Valid codes per account. Google's limit is unpublished; this one makes the error testable. */
const maxResetCodes = 20;

export const resetPagePath = '/__local/restablecer';

export function createResetCode(store: IdentityStore, { localId }: Account): string {
  const code = randomBytes(40).toString('base64url');
  updateAccount(store, localId, ({ resetCodes }) => {
    const valid = resetCodes.filter(({ expiresAtMs }) => expiresAtMs > Date.now());
    if (valid.length >= maxResetCodes) throw new GoogleError('RESET_PASSWORD_EXCEED_LIMIT');
    return { resetCodes: [...valid, { code, expiresAtMs: Date.now() + resetCodeTtlMs }] };
  });
  return code;
}

/** @throws GoogleError when no account has this code, or it has expired */
export function findByResetCode(store: IdentityStore, code: string): Account {
  const isUsable = (one: Account['resetCodes'][number]) =>
    one.code === code && one.expiresAtMs > Date.now();
  const found = store.list('account').find(({ resetCodes }) => resetCodes.some(isUsable));
  if (found === undefined) throw new GoogleError('INVALID_OOB_CODE');
  return found;
}

export function mailResetLink(
  sendMail: SendMail,
  { email, origin, code }: { email: string; origin: string; code: string },
): Promise<void> {
  const link = `${origin}${resetPagePath}?oobCode=${code}`;
  const subject = `Recupera el acceso a ${brand.name}`;
  const request = `Alguien ha pedido una contraseña nueva para ${email}. Si has sido tú, elígela en esta página: vale una hora y un solo uso.`;
  const ignore = 'Si no has sido tú, no hagas nada: tu contraseña sigue igual.';
  return sendMail({
    to: email,
    subject,
    text: [request, link, ignore].join('\n\n'),
    html: html`<h1>${subject}</h1><p>${request}</p><p><a href="${link}">Elegir contraseña nueva</a></p><p>${ignore}</p>`
      .text,
  });
}
