/** `/__local/pago/…`: where the product sends people to pay. Plain forms; a script only spares typing. */
import type { FastifyInstance, FastifyReply } from 'fastify';
import * as z from 'zod';
import { scriptType, sendPage, serveFile, servePageFiles } from '../../pages/local-page.ts';
import { finishAuthentication, payWithCard } from '../api/checkout.ts';
import type { ChargeOutcome, Session } from '../state/records.ts';
import type { Simulation } from '../state/simulation.ts';
import { bankPage, cardPage, closedPage } from '../views/checkout-view.ts';
import { checkoutPath } from '../views/session-view.ts';
import { asMeant, checkCard, emptyForm, readCardForm } from './card-form.ts';

export const payStyles = '/__local/pago.css';
const script = '/__local/pago.js';
const notice =
  'Página de prueba. Sustituye a la pasarela de pago en este equipo. No se cobra nada: no escribas una tarjeta real.';

const address = z.object({ id: z.string() });
const bankAnswer = z.object({ respuesta: z.enum(['si', 'no']).catch('no') });

const refusals: Readonly<Record<Exclude<ChargeOutcome, 'accept'>, string>> = {
  decline: 'El banco ha rechazado la tarjeta. Prueba con otra.',
  insufficient: 'La tarjeta no tiene saldo suficiente. Prueba con otra.',
  authenticate: 'No se pudo comprobar que la tarjeta es tuya. Prueba de nuevo o con otra.',
};

export function registerCheckoutPage(app: FastifyInstance, world: Simulation): void {
  servePageFiles(app);
  serveFile(app, payStyles, new URL('pay.css', import.meta.url), 'text/css; charset=utf-8');
  serveFile(app, script, new URL('card-page.browser.js', import.meta.url), scriptType);
  const path = checkoutPath(':id');

  app.get(path, async (request, reply) => {
    const session = openSession(world, request.params);
    if (session?.status !== 'open') return show(reply, session, closedPage(session));
    const now = world.read((draft) => draft.now);
    const holder = world.read((draft) => draft.find('customer', session.customer ?? '')?.name);
    const form = emptyForm(now, holder ?? '');
    return show(reply, session, cardPage({ session, now, form, faults: {}, refusal: null }));
  });

  app.post(path, async (request, reply) => {
    const { id } = address.parse(request.params);
    const form = readCardForm(request.body);
    const done = await world.change((draft) => {
      const session = draft.find('session', id);
      if (session?.status !== 'open') return { session, closed: true as const };
      const { details, faults } = checkCard(form, draft.now);
      const outcome = details === null ? null : payWithCard(draft, session, details);
      return { session, closed: false as const, now: draft.now, faults, outcome };
    });
    if (done.closed) return leave(reply, done.session);
    const { session, now, faults, outcome } = done;
    if (outcome === 'accept') return leave(reply, { ...session, status: 'complete' });
    if (outcome === 'authenticate') return reply.redirect(`${checkoutPath(id)}/banco`, 303);
    const refusal = outcome === null ? null : refusals[outcome];
    reply.code(outcome === null ? 422 : 402);
    return show(reply, session, cardPage({ session, now, form: asMeant(form), faults, refusal }));
  });

  app.get(`${path}/banco`, async (request, reply) => {
    const session = openSession(world, request.params);
    if (session?.status !== 'open') return show(reply, session, closedPage(session));
    if (session.authenticating === null) return reply.redirect(checkoutPath(session.id), 303);
    return show(reply, session, bankPage(session));
  });

  app.post(`${path}/banco`, async (request, reply) => {
    const { id } = address.parse(request.params);
    const { respuesta } = bankAnswer.parse(request.body ?? {});
    const done = await world.change((draft) => {
      const session = draft.find('session', id);
      if (session?.status === 'open' && session.authenticating !== null) {
        finishAuthentication(draft, session, respuesta === 'si');
      }
      return { session: draft.find('session', id), now: draft.now };
    });
    const { session, now } = done;
    if (session?.status !== 'open') return leave(reply, session);
    const form = emptyForm(now, '');
    const refusal = refusals.authenticate;
    return show(reply.code(402), session, cardPage({ session, now, form, faults: {}, refusal }));
  });
}

function openSession(world: Simulation, params: unknown): Session | null {
  const { id } = address.parse(params);
  return world.read((draft) => {
    const session = draft.find('session', id);
    const isLate = session?.status === 'open' && session.expiresAt <= draft.now;
    return isLate ? { ...session, status: 'expired' as const } : session;
  });
}

function leave(reply: FastifyReply, session: Session | null): FastifyReply {
  if (session?.status !== 'complete') return show(reply.code(410), session, closedPage(session));
  return reply.redirect(session.successUrl.replaceAll('{CHECKOUT_SESSION_ID}', session.id), 303);
}

function show(
  reply: FastifyReply,
  session: Session | null,
  body: ReturnType<typeof cardPage>,
): FastifyReply {
  if (session === null) reply.code(404);
  const target = session === null ? [] : [new URL(session.successUrl.replace(/[{}]/g, '')).origin];
  return sendPage(reply, {
    title: 'Pago de prueba',
    notice,
    body,
    styles: [payStyles],
    scripts: [script],
    formTargets: target,
  });
}
