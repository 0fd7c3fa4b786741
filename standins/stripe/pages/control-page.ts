/** `/__local/pagos`: time, webhooks and cards in one's own hands. Forms for people; the same orders as JSON for tests. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod';
import { sendPage } from '../../pages/local-page.ts';
import type { Simulation } from '../state/simulation.ts';
import type { Transaction } from '../state/store.ts';
import { controlBody, controlPath } from '../views/control-view.ts';
import { payStyles } from './checkout-page.ts';
import {
  advanceClock,
  cardOrder,
  clockOrder,
  deliveryOrder,
  everything,
  modeOrder,
  release,
  setCardOutcome,
  setMode,
} from './test-controls.ts';

const notice = 'Herramienta local. No forma parte del producto.';
const address = z.object({ id: z.string() });

export function registerControlPage(app: FastifyInstance, world: Simulation): void {
  app.get(controlPath, async (_request, reply) =>
    sendPage(reply, {
      title: 'Pagos',
      notice,
      body: world.read(controlBody),
      styles: [payStyles],
    }),
  );
  app.get(`${controlPath}.json`, async (_request, reply) =>
    reply.header('cache-control', 'no-store').send(world.read(everything)),
  );

  const take = <S extends z.ZodType>(
    path: string,
    schema: S,
    obey: (draft: Transaction, order: z.output<S>, request: FastifyRequest) => object,
  ) =>
    app.post(controlPath + path, async (request, reply) => {
      const order = schema.safeParse(request.body ?? {});
      if (!order.success) {
        return reply.code(400).send({ error: z.prettifyError(order.error) });
      }
      const done = await world.change((draft) => obey(draft, order.data, request));
      return answer(request, reply, done);
    });

  take('/reloj', clockOrder, (draft, order) => {
    advanceClock(draft, order);
    return { now: draft.now };
  });
  take('/avisos', modeOrder, (draft, order) => {
    setMode(draft, order);
    return order;
  });
  take('/entregar', deliveryOrder, release);
  take('/clientes/:id', cardOrder, (draft, order, request) => {
    const { id } = address.parse(request.params);
    return { changed: setCardOutcome(draft, id, order) };
  });
}

/** People go back to the page; programs get what was done. */
function answer(request: FastifyRequest, reply: FastifyReply, done: object): FastifyReply {
  const isForm = request.headers['content-type']?.startsWith('application/x-www-form-urlencoded');
  return isForm ? reply.redirect(controlPath, 303) : reply.send(done);
}
