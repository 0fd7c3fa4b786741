/** The Stripe stand-in for tests, and a webhook endpoint that records the events. */
import { text } from 'node:stream/consumers';
import Stripe from 'stripe';
import { stripeStandin } from '#standins/stripe/plugin.ts';
import { freePort } from '#tests/support/local-app.ts';
import { type Served, serve } from './serve.ts';

const secretKey = 'sk_local_prueba';
const webhookSecret = 'whsec_local_prueba';

export interface StripeHost extends Served {
  client(apiKey?: string): Stripe;
  /** A command to the control page. */
  command(path: string, body: object): Promise<Response>;
}

/** @param webhookUrl null = events are not sent */
export async function startStripeHost(
  dataDir: string,
  webhookUrl: string | null,
): Promise<StripeHost> {
  // The port is chosen first, because pages contain the origin.
  const port = await freePort();
  const webhook = webhookUrl === null ? null : { url: webhookUrl, secret: webhookSecret };
  const options = { dataDir, origin: `http://127.0.0.1:${port}`, secretKey, webhook };
  const served = await serve((app) => app.register(stripeStandin, options), port);
  return {
    ...served,
    client: (apiKey = secretKey) =>
      new Stripe(apiKey, { host: '127.0.0.1', port, protocol: 'http', maxNetworkRetries: 0 }),
    command: (path, body) =>
      fetch(`${served.origin}/__local/pagos${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
  };
}

export interface WebhookReceiver extends Served {
  /** Verified events, in order of arrival. */
  readonly received: Stripe.Event[];
  /** Statuses of the next responses; 200 when empty. */
  readonly nextStatuses: number[];
}

/** Verifies every event with the SDK, as the product does. */
export async function startWebhookReceiver(): Promise<WebhookReceiver> {
  const received: Stripe.Event[] = [];
  const nextStatuses: number[] = [];
  const served = await serve((app) => {
    app.removeAllContentTypeParsers();
    app.addContentTypeParser('*', async (_request: unknown, body: NodeJS.ReadableStream) =>
      text(body),
    );
    app.post<{ Body: string }>('/', async ({ body, headers }, reply) => {
      const signature = headers['stripe-signature'] ?? '';
      received.push(Stripe.webhooks.constructEvent(body, signature, webhookSecret));
      return reply.code(nextStatuses.shift() ?? 200).send();
    });
  });
  return { ...served, received, nextStatuses };
}

/** What the card form sends, without scripts. */
export const validCard = {
  numero: '4242 4242 4242 4242',
  caducidad: '12/40',
};

/** A customer at the card form. */
export async function openSession(
  host: StripeHost,
  mode: 'subscription' | 'setup' = 'subscription',
) {
  const stripe = host.client();
  const { id: customer } = await stripe.customers.create({ email: 'lucia@correo.es' });
  const { data } = await stripe.prices.list({ lookup_keys: ['vigia_premium'], active: true });
  const session = await stripe.checkout.sessions.create({
    mode,
    customer,
    success_url: 'http://localhost:5173/plan?pago={CHECKOUT_SESSION_ID}',
    cancel_url: 'http://localhost:5173/plan',
    ...(mode === 'subscription' && {
      line_items: [{ price: data[0]?.id ?? '', quantity: 1 }],
      subscription_data: { metadata: { userId: 'u1' } },
    }),
  });
  return { customer, id: session.id, url: session.url ?? '' };
}
