/** `/__local/pago/…`: the page where a card is given. Plain forms, no scripts. */
import type { FastifyInstance, FastifyReply } from 'fastify';
import * as z from 'zod';
import type { Html } from '#domain/html.ts';
import { sendPage, serveFile, servePageFiles } from '../pages/local-page.ts';
import { type CardDetails, finishAuthentication, payWithCard } from './checkout.ts';
import { bankPage, type CardPage, cardPage, closedPage } from './checkout-html.ts';
import type { CheckoutSession } from './records.ts';
import type { Simulation } from './simulation.ts';
import { groupDigits, testCards } from './test-cards.ts';

export const payStylesPath = '/__local/pago.css';
const notice =
  'Página de prueba. Sustituye a la pasarela de pago en este equipo. No se cobra nada: no escribas una tarjeta real.';

const pathParams = z.object({ id: z.string() });
const text = z.string().default('');
const cardForm = z.object({
  numero: text,
  caducidad: text,
  /** A test card that was pressed. */
  prueba: z.string().optional(),
  /** To the bank's question. */
  respuesta: z.string().optional(),
});

export function registerCheckoutPage(app: FastifyInstance, simulation: Simulation): void {
  servePageFiles(app);
  serveFile(app, payStylesPath, new URL('pay.css', import.meta.url), 'text/css; charset=utf-8');
  const path = '/__local/pago/:id';

  app.get(path, async (request, reply) => {
    const { id } = pathParams.parse(request.params);
    return simulation.transact((state) => {
      const session = state.find('checkout.session', id);
      if (session?.status !== 'open') return show(reply, session, closedPage(session));
      if (session._authenticating !== null) return show(reply, session, bankPage(session));
      const { nowSeconds } = state;
      const form = initialForm(nowSeconds);
      return show(reply, session, cardPage({ session, nowSeconds, form, problem: null }));
    });
  });

  app.post(path, async (request, reply) => {
    const { id } = pathParams.parse(request.params);
    const sent = cardForm.parse(request.body ?? {});
    return simulation.transact((state) => {
      const session = state.find('checkout.session', id);
      const { nowSeconds } = state;
      const form = { ...sent, numero: groupDigits(sent.prueba ?? sent.numero.replace(/\s/g, '')) };
      const refuse = (status: number, page: Pick<CardPage, 'form' | 'problem'>) =>
        session && show(reply.code(status), session, cardPage({ session, nowSeconds, ...page }));
      if (session?.status === 'open' && sent.respuesta !== undefined) {
        finishAuthentication(state, session, sent.respuesta === 'si');
      } else if (session?.status === 'open') {
        const card = parseCard(form, nowSeconds);
        if (typeof card === 'string') return refuse(422, { form, problem: card });
        if (payWithCard(state, session, card) === 'decline')
          return refuse(402, {
            form,
            problem: 'El banco ha rechazado la tarjeta. Prueba con otra.',
          });
      }
      const now = state.find('checkout.session', id);
      if (now?.status === 'complete')
        return reply.redirect(now.success_url.replaceAll('{CHECKOUT_SESSION_ID}', id), 303);
      if (now?.status !== 'open') return show(reply.code(410), now, closedPage(now));
      if (now._authenticating !== null) return reply.redirect(request.url, 303);
      const problem = 'No se pudo comprobar que la tarjeta es tuya. Prueba de nuevo o con otra.';
      return refuse(402, { form: initialForm(nowSeconds), problem });
    });
  });
}

/** Complete, so that one click pays. */
const initialForm = (nowSeconds: number): CardPage['form'] => ({
  numero: groupDigits(testCards[0]?.number ?? ''),
  caducidad: `08/${String(new Date(nowSeconds * 1_000).getUTCFullYear() + 2).slice(2)}`,
});

/** @returns the card, or what is wrong with it */
function parseCard(
  { numero, caducidad }: CardPage['form'],
  nowSeconds: number,
): CardDetails | string {
  const card = testCards.find(({ number }) => groupDigits(number) === numero);
  if (card === undefined) return 'Aquí solo valen las tarjetas de prueba.';
  const [, month, year] = /^\s*(\d{1,2})\s*\/\s*(\d{2})\s*$/.exec(caducidad) ?? [];
  const details = { card, month: Number(month), year: 2_000 + Number(year) };
  const isValid = Date.UTC(details.year, details.month, 1) / 1_000 > nowSeconds;
  return isValid ? details : 'La tarjeta está caducada: escribe otra fecha como MM/AA.';
}

function show(reply: FastifyReply, session: CheckoutSession | null, body: Html): FastifyReply {
  if (session === null) reply.code(404);
  // A browser applies form-action to where the answer redirects, too.
  const formTargets = session ? [new URL(session.success_url.replace(/[{}]/g, '')).origin] : [];
  const page = { title: 'Pago de prueba', notice, body, styles: [payStylesPath], formTargets };
  return sendPage(reply, page);
}
