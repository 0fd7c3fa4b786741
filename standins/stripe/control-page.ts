/** `/__local/pagos`: test clock, webhooks, cards and invoices; forms for people, JSON for tests. */
import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import { sendPage } from '../pages/local-page.ts';
import { payStylesPath } from './checkout-page.ts';
import { cardInUse, controlBody, controlPath, invoiceBody } from './control-html.ts';
import { invoicePath } from './invoices.ts';
import { addMonths, runDueWork } from './lifecycle.ts';
import { webhookModes } from './records.ts';
import type { Simulation } from './simulation.ts';
import type { StripeState } from './stripe-state.ts';

const page = {
  title: 'Pagos',
  notice: 'Herramienta local. No forma parte del producto.',
  styles: [payStylesPath],
};
const amount = (max: number) => z.coerce.number().int().min(0).max(max).default(0);

export function registerControlPage(app: FastifyInstance, simulation: Simulation): void {
  const routeParams = z.object({ id: z.string().default('') });
  app.get(controlPath, async (_request, reply) =>
    sendPage(reply, { ...page, body: simulation.transact(controlBody) }),
  );
  app.get(`${controlPath}.json`, async () =>
    simulation.transact((state) => ({
      customers: state.list('customer'),
      sessions: state.list('checkout.session'),
      deliveries: state.list('delivery'),
    })),
  );
  app.get(invoicePath(':id'), async (request, reply) => {
    const { id } = routeParams.parse(request.params);
    const invoice = simulation.read((state) => state.find('invoice', id));
    if (invoice === null) return reply.callNotFound();
    return sendPage(reply, { ...page, body: invoiceBody(invoice) });
  });

  /** Redirects forms to the page; answers other requests with the test clock. */
  const command = <S extends z.ZodType>(
    path: string,
    schema: S,
    run: (state: StripeState, input: z.output<S>, id: string) => void,
  ) =>
    app.post(controlPath + path, async (request, reply) => {
      const input = schema.safeParse(request.body ?? {});
      if (!input.success) return reply.code(400).send({ error: z.prettifyError(input.error) });
      const now = simulation.transact((state) => {
        run(state, input.data, routeParams.parse(request.params).id);
        return state.nowSeconds;
      });
      const isForm = request.headers['content-type']?.includes('urlencoded');
      return isForm ? reply.redirect(controlPath, 303) : reply.send({ now });
    });

  command(
    '/reloj',
    z.strictObject({ months: amount(120), days: amount(3_660), seconds: amount(31_536_000) }),
    (state, { months, days, seconds }) => {
      const settings = state.settings();
      const target = addMonths(state.nowSeconds, months) + days * 86_400 + seconds;
      const aheadSeconds = settings.aheadSeconds + target - state.nowSeconds;
      state.put({ ...settings, aheadSeconds });
      state.nowSeconds = target;
      runDueWork(state);
    },
  );
  command('/avisos', z.strictObject({ mode: z.enum(webhookModes) }), (state, { mode }) =>
    state.put({ ...state.settings(), webhookMode: mode }),
  );
  command(
    '/entregar',
    z.strictObject({ event: z.string().optional(), order: z.literal('newestFirst').optional() }),
    (state, { event, order }) => {
      for (const one of state.list('delivery'))
        if (event === undefined ? one.state === 'held' : one.event === event)
          state.put({
            ...one,
            state: 'pending',
            nextAttemptAtMs: Date.now(),
            order: order === undefined ? one.order : -one.order,
          });
    },
  );
  // For the next charges of the customer's card.
  command(
    '/clientes/:id',
    z.strictObject({ outcome: z.enum(['accept', 'decline']) }),
    (state, { outcome }, id) => {
      const customer = state.find('customer', id);
      const card = customer && cardInUse(state, customer);
      if (card) state.put({ ...card, _offSession: outcome });
    },
  );
}
