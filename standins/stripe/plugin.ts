/** Stripe stand-in: REST API for the product's server, checkout and control pages, webhook delivery. */
import type { FastifyInstance, FastifyPluginAsync } from 'fastify';
import { parseForm } from './api/form-body.ts';
import { registerApi } from './api/register-api.ts';
import { StripeError } from './api/stripe-error.ts';
import { registerCheckoutPage } from './pages/checkout-page.ts';
import { registerControlPage } from './pages/control-page.ts';
import { registerInvoicePage } from './pages/invoice-page.ts';
import { openSimulation } from './state/simulation.ts';
import { createWebhookWorker, type WebhookTarget } from './webhook-worker.ts';

export interface StripeOptions {
  readonly dataDir: string;
  /** Origin of the pages, without a final slash. */
  readonly origin: string;
  readonly secretKey: string;
  /** Webhook endpoint; null = events are not sent. */
  readonly webhook: WebhookTarget | null;
}

const loopbackAddresses = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1']);

export const stripeStandin: FastifyPluginAsync<StripeOptions> = async (app, options) => {
  const simulation = await openSimulation(options.dataDir, options.origin);
  const webhookWorker =
    options.webhook === null ? null : createWebhookWorker(simulation, options.webhook);
  app.addHook('onListen', async () => webhookWorker?.start());
  app.addHook('onClose', async () => {
    await webhookWorker?.stop();
    await simulation.close();
  });
  app.addHook('onRequest', async (request, reply) => {
    // Loopback only: the keys are public.
    if (!loopbackAddresses.has(request.socket.remoteAddress ?? '')) {
      return reply.code(403).type('text/plain').send('Solo desde este equipo.');
    }
  });
  parseFormBodies(app);
  await app.register(async (api) => registerApi(api, { simulation, secretKey: options.secretKey }));
  await app.register(async (pages) => {
    pages.setErrorHandler((error, _request, reply) => {
      if (!(error instanceof StripeError)) throw error;
      return reply.code(error.status).type('text/plain').send(error.message);
    });
    registerCheckoutPage(pages, simulation);
    registerInvoicePage(pages, simulation);
    registerControlPage(pages, simulation);
  });
};

function parseFormBodies(app: FastifyInstance): void {
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    async (_request: unknown, body: string | Buffer) => parseForm(String(body)),
  );
}
