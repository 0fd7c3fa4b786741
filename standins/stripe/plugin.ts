/** Stripe double: the API for the product's server, the page where a card is given, the control page, and webhooks. */
import type { FastifyPluginAsync } from 'fastify';
import { registerCheckoutPage } from './checkout-page.ts';
import { registerControlPage } from './control-page.ts';
import { parseForm } from './form-body.ts';
import { registerApi } from './register-api.ts';
import { openSimulation } from './simulation.ts';
import { createWebhookWorker, type WebhookTarget } from './webhook-worker.ts';

export interface StripeOptions {
  readonly dataDir: string;
  /** Origin of the pages, without a final slash. */
  readonly origin: string;
  readonly secretKey: string;
  /** Webhook endpoint; null = events are not sent. */
  readonly webhook: WebhookTarget | null;
}

export const stripeStandin: FastifyPluginAsync<StripeOptions> = async (app, options) => {
  const { dataDir, origin, secretKey, webhook } = options;
  const simulation = openSimulation(dataDir, origin);
  const worker = webhook === null ? null : createWebhookWorker(simulation, webhook);
  app.addHook('onClose', async () => {
    await worker?.stop();
    simulation.close();
  });
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    async (_request: unknown, body: string | Buffer) => parseForm(String(body)),
  );
  await app.register(async (api) => registerApi(api, { simulation, secretKey }));
  await app.register(async (pages) => {
    registerCheckoutPage(pages, simulation);
    registerControlPage(pages, simulation);
  });
};
