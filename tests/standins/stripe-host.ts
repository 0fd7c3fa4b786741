/** Starts the Stripe stand-in for tests, and a webhook endpoint that records the events. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import Fastify, { type FastifyInstance } from 'fastify';
import Stripe from 'stripe';
import { stripeStandin } from '#standins/stripe/plugin.ts';
import { freePort } from '#tests/support/local-app.ts';

export const secretKey = 'sk_local_prueba';
export const webhookSecret = 'whsec_local_prueba';

export interface StripeHost {
  readonly app: FastifyInstance;
  readonly origin: string;
  client(apiKey?: string): Stripe;
  /** A command to the control page. */
  command(path: string, body: object): Promise<Response>;
}

/** @param webhookUrl null = events are not sent */
export async function startStripeHost(
  dataDir: string,
  webhookUrl: string | null,
): Promise<StripeHost> {
  const app = Fastify();
  // The port is chosen first, because pages contain the origin.
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const webhook = webhookUrl === null ? null : { url: webhookUrl, secret: webhookSecret };
  await app.register(stripeStandin, { dataDir, origin, secretKey, webhook });
  await app.listen({ host: '127.0.0.1', port });
  return {
    app,
    origin,
    client: (apiKey = secretKey) =>
      new Stripe(apiKey, { host: '127.0.0.1', port, protocol: 'http', maxNetworkRetries: 0 }),
    command: (path, body) =>
      fetch(`${origin}/__local/pagos${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
  };
}

export interface WebhookReceiver {
  readonly url: string;
  /** Verified events, in order of arrival. */
  readonly received: Stripe.Event[];
  /** Statuses of the next responses; 200 when empty. */
  readonly nextStatuses: number[];
  close(): Promise<void>;
}

/** Verifies every event with the SDK, as the product does. */
export async function startWebhookReceiver(): Promise<WebhookReceiver> {
  const received: Stripe.Event[] = [];
  const nextStatuses: number[] = [];
  const server = createServer(async (request, response) => {
    const body = await new Response(request as unknown as ReadableStream).text();
    const signature = request.headers['stripe-signature'] ?? '';
    const status = nextStatuses.shift() ?? 200;
    received.push(Stripe.webhooks.constructEvent(body, signature, webhookSecret));
    response.writeHead(status).end();
  });
  server.listen(0, '127.0.0.1');
  await new Promise((done) => server.once('listening', done));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/api/billing/webhook`,
    received,
    nextStatuses,
    close: async () => {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}
