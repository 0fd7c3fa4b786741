/** `/__local/pago/…`: routes of the checkout and bank authentication pages. Plain forms; the script is optional. */
import type { FastifyInstance, FastifyReply } from 'fastify';
import * as z from 'zod';
import { scriptType, sendPage, serveFile, servePageFiles } from '../../pages/local-page.ts';
import { finishAuthentication, payWithCard } from '../billing/checkout-payment.ts';
import type { ChargeOutcome, CheckoutSession } from '../state/records.ts';
import type { Simulation } from '../state/simulation.ts';
import { checkoutPath } from '../views/checkout-session-view.ts';
import { initialForm, normalizeForm, parseCardForm, validateCard } from './card-form.ts';
import { bankPage, cardPage, closedPage } from './checkout-html.ts';

export const payStylesPath = '/__local/pago.css';
const scriptPath = '/__local/pago.js';
const notice =
  'Página de prueba. Sustituye a la pasarela de pago en este equipo. No se cobra nada: no escribas una tarjeta real.';

const pathParams = z.object({ id: z.string() });
const bankForm = z.object({ respuesta: z.enum(['si', 'no']).catch('no') });

const declineMessages: Readonly<Record<Exclude<ChargeOutcome, 'accept'>, string>> = {
  decline: 'El banco ha rechazado la tarjeta. Prueba con otra.',
  insufficient: 'La tarjeta no tiene saldo suficiente. Prueba con otra.',
  authenticate: 'No se pudo comprobar que la tarjeta es tuya. Prueba de nuevo o con otra.',
};

export function registerCheckoutPage(app: FastifyInstance, simulation: Simulation): void {
  servePageFiles(app);
  serveFile(app, payStylesPath, new URL('pay.css', import.meta.url), 'text/css; charset=utf-8');
  serveFile(app, scriptPath, new URL('card-page.browser.js', import.meta.url), scriptType);
  const path = checkoutPath(':id');

  app.get(path, async (request, reply) => {
    const session = findSession(simulation, request.params);
    if (session?.status !== 'open') return show(reply, session, closedPage(session));
    const nowSeconds = simulation.read((tx) => tx.nowSeconds);
    const holder = simulation.read((tx) => tx.find('customer', session.customer ?? '')?.name);
    const form = initialForm(nowSeconds, holder ?? '');
    return show(
      reply,
      session,
      cardPage({ session, nowSeconds, form, errors: {}, declineMessage: null }),
    );
  });

  app.post(path, async (request, reply) => {
    const { id } = pathParams.parse(request.params);
    const form = parseCardForm(request.body);
    const result = await simulation.transact((tx) => {
      const session = tx.find('session', id);
      if (session?.status !== 'open') return { session, closed: true as const };
      const { details, errors } = validateCard(form, tx.nowSeconds);
      const outcome = details === null ? null : payWithCard(tx, session, details);
      return { session, closed: false as const, nowSeconds: tx.nowSeconds, errors, outcome };
    });
    if (result.closed) return redirectBack(reply, result.session);
    const { session, nowSeconds, errors, outcome } = result;
    if (outcome === 'accept') return redirectBack(reply, { ...session, status: 'complete' });
    if (outcome === 'authenticate') return reply.redirect(`${checkoutPath(id)}/banco`, 303);
    const declineMessage = outcome === null ? null : declineMessages[outcome];
    reply.code(outcome === null ? 422 : 402);
    return show(
      reply,
      session,
      cardPage({ session, nowSeconds, form: normalizeForm(form), errors, declineMessage }),
    );
  });

  app.get(`${path}/banco`, async (request, reply) => {
    const session = findSession(simulation, request.params);
    if (session?.status !== 'open') return show(reply, session, closedPage(session));
    if (session.authenticating === null) return reply.redirect(checkoutPath(session.id), 303);
    return show(reply, session, bankPage(session));
  });

  app.post(`${path}/banco`, async (request, reply) => {
    const { id } = pathParams.parse(request.params);
    const { respuesta } = bankForm.parse(request.body ?? {});
    const result = await simulation.transact((tx) => {
      const session = tx.find('session', id);
      if (session?.status === 'open' && session.authenticating !== null) {
        finishAuthentication(tx, session, respuesta === 'si');
      }
      return { session: tx.find('session', id), nowSeconds: tx.nowSeconds };
    });
    const { session, nowSeconds } = result;
    if (session?.status !== 'open') return redirectBack(reply, session);
    const form = initialForm(nowSeconds, '');
    const declineMessage = declineMessages.authenticate;
    return show(
      reply.code(402),
      session,
      cardPage({ session, nowSeconds, form, errors: {}, declineMessage }),
    );
  });
}

function findSession(simulation: Simulation, params: unknown): CheckoutSession | null {
  const { id } = pathParams.parse(params);
  return simulation.read((tx) => {
    const session = tx.find('session', id);
    const isExpired = session?.status === 'open' && session.expiresAt <= tx.nowSeconds;
    return isExpired ? { ...session, status: 'expired' as const } : session;
  });
}

function redirectBack(reply: FastifyReply, session: CheckoutSession | null): FastifyReply {
  if (session?.status !== 'complete') return show(reply.code(410), session, closedPage(session));
  return reply.redirect(session.successUrl.replaceAll('{CHECKOUT_SESSION_ID}', session.id), 303);
}

function show(
  reply: FastifyReply,
  session: CheckoutSession | null,
  body: ReturnType<typeof cardPage>,
): FastifyReply {
  if (session === null) reply.code(404);
  const formTargets =
    session === null ? [] : [new URL(session.successUrl.replace(/[{}]/g, '')).origin];
  return sendPage(reply, {
    title: 'Pago de prueba',
    notice,
    body,
    styles: [payStylesPath],
    scripts: [scriptPath],
    formTargets,
  });
}
