/** `/__local/pagos`: controls of test clock, webhooks and cards; forms for users, JSON for tests. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod';
import { sendPage } from '../../pages/local-page.ts';
import type { Transaction } from '../state/record-store.ts';
import type { Simulation } from '../state/simulation.ts';
import { payStylesPath } from './checkout-page.ts';
import {
  advanceClock,
  cardCommand,
  clockCommand,
  deliverCommand,
  describeState,
  scheduleDeliveries,
  setCardOutcome,
  setWebhookMode,
  webhookModeCommand,
} from './control-commands.ts';
import { controlBody, controlPath } from './control-html.ts';

const notice = 'Herramienta local. No forma parte del producto.';
const pathParams = z.object({ id: z.string() });

export function registerControlPage(app: FastifyInstance, simulation: Simulation): void {
  app.get(controlPath, async (_request, reply) =>
    sendPage(reply, {
      title: 'Pagos',
      notice,
      body: simulation.read(controlBody),
      styles: [payStylesPath],
    }),
  );
  app.get(`${controlPath}.json`, async (_request, reply) =>
    reply.header('cache-control', 'no-store').send(simulation.read(describeState)),
  );

  const registerCommand = <S extends z.ZodType>(
    path: string,
    schema: S,
    execute: (tx: Transaction, input: z.output<S>, request: FastifyRequest) => object,
  ) =>
    app.post(controlPath + path, async (request, reply) => {
      const input = schema.safeParse(request.body ?? {});
      if (!input.success) {
        return reply.code(400).send({ error: z.prettifyError(input.error) });
      }
      const result = await simulation.transact((tx) => execute(tx, input.data, request));
      return sendResult(request, reply, result);
    });

  registerCommand('/reloj', clockCommand, (tx, input) => {
    advanceClock(tx, input);
    return { now: tx.nowSeconds };
  });
  registerCommand('/avisos', webhookModeCommand, (tx, input) => {
    setWebhookMode(tx, input);
    return input;
  });
  registerCommand('/entregar', deliverCommand, scheduleDeliveries);
  registerCommand('/clientes/:id', cardCommand, (tx, input, request) => {
    const { id } = pathParams.parse(request.params);
    return { changed: setCardOutcome(tx, id, input) };
  });
}

/** Redirects form posts to the page; answers other requests with the result as JSON. */
function sendResult(request: FastifyRequest, reply: FastifyReply, result: object): FastifyReply {
  const isForm = request.headers['content-type']?.startsWith('application/x-www-form-urlencoded');
  return isForm ? reply.redirect(controlPath, 303) : reply.send(result);
}
