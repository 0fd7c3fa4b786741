/** E-mail confirmation by signed link. GET shows a form that a script submits, as mail scanners follow links; POST confirms. */
import { createHmac } from 'node:crypto';
import type { FastifyPluginAsync } from 'fastify';
import type pg from 'pg';
import * as z from 'zod';
import { html } from '#domain/html.ts';
import { describeStopped, stopAccessBeforeConfirmation } from '../accounts/stop-earlier-access.ts';
import { AppError, accountErasedError } from '../base/errors.ts';
import type { DatabaseClock } from '../db/database-clock.ts';
import { countConfirmation, secondsSinceMail } from '../db/deliveries/mails.ts';
import type { Database } from '../db/pool.ts';
import { inTransaction } from '../db/transaction.ts';
import { confirmEmail, lockUser, type User } from '../db/users/users.ts';
import type { MailLinkConfig } from '../mail/action-links.ts';
import { confirmForm, type LinkPage, sendLinkPage, serveLinkPages } from '../mail/link-page.ts';
import { enqueuePlainMail } from '../mail/plain-mail.ts';
import {
  addressFingerprint,
  type LinkSecrets,
  signLink,
  verifyLink,
} from '../mail/signed-links.ts';

const validMs = 7 * 24 * 3_600_000;
/** Minimum interval between two mails to the same address. */
const resendAfterSeconds = 20;
/** To one address, whose owner may know nothing of us, whichever accounts ask. */
const perDay = 5;

type ConfirmationResult =
  | { readonly sent: true }
  | { readonly sent: false; readonly retryAfterSeconds: number };

/**
 * Enqueues the mail, unless one to the same address was enqueued in the last 20 s, or five in a day.
 * @throws AppError `unauthenticated` when the account was erased
 */
export async function enqueueConfirmation(
  db: Database,
  user: Pick<User, 'uid' | 'email'>,
  config: MailLinkConfig,
): Promise<ConfirmationResult> {
  // The lock serialises concurrent requests, so that they send one mail.
  const locked = await lockUser(db, user.uid);
  if (locked === null) throw accountErasedError();
  const age = await secondsSinceMail(db, { ...user, cause: 'confirmation' });
  if (age !== null && age < resendAfterSeconds)
    return { sent: false, retryAfterSeconds: Math.ceil(resendAfterSeconds - age) };
  const addressHash = hashMailbox(user.email, config.linkSecrets);
  const wait = await countConfirmation(db, { addressHash, perDay });
  if (wait !== null) return { sent: false, retryAfterSeconds: Math.max(1, Math.ceil(wait)) };
  const subject = addressFingerprint(user.email);
  const token = signLink(
    { purpose: 'confirm', uid: user.uid, subject, expiresAtMs: locked.readAt.getTime() + validMs },
    config.linkSecrets,
  );
  const url = `${config.appOrigin}/api/users/confirmar?token=${token}`;
  await enqueuePlainMail(db, user, 'confirmation', {
    subject: 'Confirma tu correo en Vigía',
    title: 'Confirma tu correo',
    paragraphs: [
      'Confirma esta dirección y te llegarán aquí las alertas de tus umbrales. El enlace vale 7 días.',
    ],
    link: { url, words: 'Confirmar mi correo' },
    foot: 'Si no has creado una cuenta en Vigía, no hagas nada.',
  });
  return { sent: true };
}

/** The same on request of the user. @throws AppError `too_many_requests` */
export async function resendConfirmation(
  db: Database,
  user: Pick<User, 'uid' | 'email'>,
  config: MailLinkConfig,
): Promise<void> {
  const result = await enqueueConfirmation(db, user, config);
  if (result.sent) return;
  const { retryAfterSeconds } = result;
  const message =
    retryAfterSeconds > resendAfterSeconds
      ? 'Hoy ya te hemos escrito varias veces. Mira también en el correo no deseado.'
      : 'Te acabamos de escribir. Mira tu correo.';
  throw new AppError('too_many_requests', message, { retryAfterSeconds });
}

/** Of the mailbox: capitals and what follows a plus lead to the same one. */
function hashMailbox(address: string, [secret]: LinkSecrets): Buffer {
  const mailbox = address.toLowerCase().replace(/\+[^@]*(?=@)/, '');
  return createHmac('sha256', secret).update(`vigia-mailbox.${mailbox}`).digest();
}

const query = z.object({ token: z.string().max(4_096).catch('') });

export const confirmationRoutes =
  ({
    pool,
    config,
    clock,
  }: {
    pool: pg.Pool;
    config: MailLinkConfig;
    clock: Pick<DatabaseClock, 'now'>;
  }): FastifyPluginAsync =>
  async (app) => {
    serveLinkPages(app);
    const toPanel = (words: string) =>
      html`<p><a class="button" href="${config.appOrigin}/dashboard">${words}</a></p>`;
    const requestAnother = html`<p>Pide otro desde el aviso de tu resumen.</p>${toPanel('Ir al resumen')}`;
    const broken: LinkPage = {
      status: 400,
      title: 'Este enlace no es válido',
      body: html`<p>Puede que se cortara al copiarlo.</p>${requestAnother}`,
    };
    const expired: LinkPage = {
      status: 410,
      title: 'Este enlace ha caducado',
      body: requestAnother,
    };
    const otherAddress: LinkPage = {
      status: 410,
      title: 'Este enlace era de otra dirección',
      body: html`<p>Tu cuenta ya no usa el correo al que lo enviamos.</p>${requestAnother}`,
    };
    const readLink = (rawQuery: unknown) => {
      const link = verifyLink(query.parse(rawQuery).token, config.linkSecrets, clock.now());
      if (!link.ok) return link.code === 'expired' ? expired : broken;
      return link.content.purpose === 'confirm' ? link.content : broken;
    };

    // Keeps URLs with tokens out of the log.
    app.get('/api/users/confirmar', { logLevel: 'warn' }, async (request, reply) => {
      const link = readLink(request.query);
      if ('status' in link) return sendLinkPage(reply, link);
      return sendLinkPage(reply, {
        status: 200,
        title: 'Confirma tu correo',
        body: html`<p>Al confirmarlo te llegarán a esta dirección las alertas de tus umbrales.</p>${confirmForm('Confirmar mi correo')}`,
        submitsItself: true,
      });
    });
    app.post('/api/users/confirmar', { logLevel: 'warn' }, async (request, reply) => {
      const link = readLink(request.query);
      if ('status' in link) return sendLinkPage(reply, link);
      const outcome = await inTransaction(pool, async (client) => {
        const user = await lockUser(client, link.uid);
        // The address changed since the link was sent.
        if (user === null || addressFingerprint(user.email) !== link.subject) return null;
        const { email } = user;
        if (user.emailConfirmedAt !== null) return { email, isNew: false, stopped: null };
        await confirmEmail(client, user.uid);
        const confirmed = { ...user, emailConfirmedAt: user.readAt };
        const stopped = await stopAccessBeforeConfirmation(client, config, confirmed);
        return { email, isNew: true, stopped: describeStopped(stopped) };
      });
      if (outcome === null) return sendLinkPage(reply, otherAddress);
      return sendLinkPage(reply, {
        status: 200,
        title: outcome.isNew ? 'Correo confirmado' : 'Tu correo ya estaba confirmado',
        body: html`<p>Este correo te ha llegado, así que tus alertas también: van a ${outcome.email}.</p>${outcome.stopped === null ? null : html`<p>${outcome.stopped}</p>`}${toPanel('Ir al resumen')}`,
      });
    });
  };
