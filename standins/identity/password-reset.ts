/** Password reset: `accounts:sendOobCode` mails a code, `accounts:resetPassword` redeems it. */
import { randomBytes } from 'node:crypto';
import * as z from 'zod';
import { brand } from '#domain/brand.ts';
import { html } from '../pages/html.ts';
import { passwordFields } from './account-operations.ts';
import { GoogleError, parseIdentityRequest } from './google-error.ts';
import {
  type Account,
  findAccountByEmail,
  type IdentityStore,
  parseEmail,
  updateAccount,
} from './identity-store.ts';
import type { IdentityOperation, OperationOptions } from './operation.ts';
import { assertStrongPassword, hashPassword } from './passwords.ts';

const text = z.string().max(4096).optional();
const sendRequest = z.looseObject({ requestType: text, email: text });
const resetRequest = z.looseObject({ oobCode: text, newPassword: text });

const resetCodeTtlMs = 60 * 60_000;
/** Valid codes per account. Google's limit is unpublished; this one makes the error testable. */
const maxResetCodes = 20;

export const resetPagePath = '/__local/restablecer';

export function passwordResetOperations({
  store,
  sendMail,
  isEnumerationProtected,
}: OperationOptions): Record<'sendOobCode' | 'resetPassword', IdentityOperation> {
  const { accounts } = store;
  return {
    async sendOobCode(body, origin) {
      const input = parseIdentityRequest(sendRequest, body);
      if (!input.requestType) throw new GoogleError('MISSING_REQ_TYPE');
      if (input.requestType !== 'PASSWORD_RESET') throw new GoogleError('INVALID_REQ_TYPE');
      const email = parseEmail(input.email || undefined);
      const answer = { kind: 'identitytoolkit#GetOobConfirmationCodeResponse', email };
      const known = findAccountByEmail(accounts, email);
      if (!known) {
        if (isEnumerationProtected()) return answer;
        throw new GoogleError('EMAIL_NOT_FOUND');
      }
      const code = randomBytes(40).toString('base64url');
      await updateAccount(accounts, known.localId, (current) => {
        const valid = current.resetCodes.filter(({ expiresAtMs }) => expiresAtMs > Date.now());
        if (valid.length >= maxResetCodes) throw new GoogleError('RESET_PASSWORD_EXCEED_LIMIT');
        const expiresAtMs = Date.now() + resetCodeTtlMs;
        return { ...current, resetCodes: [...valid, { code, expiresAtMs }] };
      });
      await sendMail(resetMail(email, `${origin}${resetPagePath}?oobCode=${code}`)).catch(
        (cause) => {
          throw Object.assign(new GoogleError('UNAVAILABLE', 503, 'UNAVAILABLE'), { cause });
        },
      );
      return answer;
    },

    async resetPassword(body) {
      const input = parseIdentityRequest(resetRequest, body);
      if (!input.oobCode) throw new GoogleError('MISSING_OOB_CODE');
      const account = accountByResetCode(store, input.oobCode);
      if (input.newPassword !== undefined) {
        const passwordHash = await hashPassword(assertStrongPassword(input.newPassword));
        await updateAccount(accounts, account.localId, (current) => {
          assertUnusedCode(current, input.oobCode);
          return {
            ...current,
            ...passwordFields(current, passwordHash),
            // Following the link proves the address.
            emailVerified: true,
            resetCodes: [],
          };
        });
      }
      return {
        kind: 'identitytoolkit#ResetPasswordResponse',
        requestType: 'PASSWORD_RESET',
        email: account.email,
      };
    },
  };
}

/** @throws GoogleError when no account has this code, or it has expired */
export function accountByResetCode({ accounts }: IdentityStore, code: string): Account {
  for (const one of accounts.values()) {
    const found = one.resetCodes.find((candidate) => candidate.code === code);
    if (!found) continue;
    if (found.expiresAtMs <= Date.now()) throw new GoogleError('EXPIRED_OOB_CODE');
    return one;
  }
  throw new GoogleError('INVALID_OOB_CODE');
}

/** Checked again inside the transaction: of two requests with one code, the first wins. */
function assertUnusedCode(current: Account, code: string | undefined): void {
  if (!current.resetCodes.some((candidate) => candidate.code === code)) {
    throw new GoogleError('INVALID_OOB_CODE');
  }
}

function resetMail(to: string, link: string) {
  const lines = [
    'Hola:',
    `Alguien ha pedido una contraseña nueva para ${to}.`,
    'Si has sido tú, elígela en esta página. El enlace vale una hora y un solo uso.',
    'Si no has sido tú, no hagas nada: tu contraseña sigue igual.',
  ];
  const [greeting = '', request = '', instructions = '', ignore = ''] = lines;
  return {
    to,
    subject: `Recupera el acceso a ${brand.name}`,
    text: [greeting, request, instructions, link, ignore].join('\n\n'),
    html: html`<!doctype html><html lang="es"><body style="font-family:Arial,Helvetica,sans-serif;color:#10352a;background:#f2ebdb;padding:24px">
<div style="max-width:32rem;margin:0 auto;background:#fbf7ec;padding:24px;border-radius:4px">
<h1 style="font-size:22px;margin:0 0 16px">Recupera el acceso a ${brand.name}</h1>
<p>${greeting}</p><p>${request}</p><p>${instructions}</p>
<p><a href="${link}" style="display:inline-block;background:#10352a;color:#fbf7ec;padding:12px 18px;border-radius:3px;text-decoration:none">Elegir contraseña nueva</a></p>
<p style="color:#45594d">${ignore}</p></div></body></html>`.text,
  };
}
