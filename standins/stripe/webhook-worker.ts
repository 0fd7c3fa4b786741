/** Worker that sends events to the product, signed, with exponential backoff (1 s to 1 min) until it answers 2xx. */
import Stripe from 'stripe';
import type { Delivery } from './records.ts';
import type { Simulation } from './simulation.ts';

export interface WebhookTarget {
  readonly url: string;
  readonly secret: string;
}

export interface WebhookWorker {
  /** Resolves once no request is in flight. */
  stop(): Promise<void>;
}

const firstRetryDelayMs = 1_000;
const maxRetryDelayMs = 60_000;
const responseTimeoutMs = 10_000;

export function createWebhookWorker(simulation: Simulation, target: WebhookTarget): WebhookWorker {
  const stopping = new AbortController();
  let sending: Promise<void> | null = null;

  function wake(): void {
    if (stopping.signal.aborted) return;
    sending ??= sendDue().finally(() => {
      sending = null;
    });
  }

  /** What is not due yet is sent by a later change: the simulation has one every second. */
  async function sendDue(): Promise<void> {
    for (let due = findDue(); due !== undefined; due = findDue()) {
      const result = await send(due.event);
      if (stopping.signal.aborted) return;
      const attempts = [...due.attempts, result];
      const isDelivered = typeof result === 'number' && result >= 200 && result < 300;
      const delayMs = Math.min(firstRetryDelayMs * 2 ** due.attempts.length, maxRetryDelayMs);
      const state = isDelivered ? 'delivered' : 'pending';
      const nextAttemptAtMs = Date.now() + delayMs;
      const attempted: Delivery = { ...due, attempts, state, nextAttemptAtMs };
      simulation.transact(({ put }) => put(attempted));
    }
  }

  const findDue = (): Delivery | undefined =>
    simulation.read(
      (state) =>
        state
          .list('delivery')
          .filter((one) => one.state === 'pending' && one.nextAttemptAtMs <= Date.now())
          .toSorted((a, b) => a.order - b.order)[0],
    );

  /** @returns the status of the answer, or what went wrong */
  async function send(eventId: string): Promise<number | string> {
    const payload = JSON.stringify(simulation.read((state) => state.find('event', eventId)));
    const { secret, url } = target;
    try {
      const response = await fetch(url, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          // By the real clock, not the test clock: receivers reject old signatures.
          'stripe-signature': Stripe.webhooks.generateTestHeaderString({ payload, secret }),
        },
        body: payload,
        redirect: 'manual',
        signal: AbortSignal.any([stopping.signal, AbortSignal.timeout(responseTimeoutMs)]),
      });
      await response.body?.cancel();
      return response.status;
    } catch (error) {
      const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
      return cause instanceof Error ? cause.message : String(cause);
    }
  }

  simulation.onChange(wake);
  return {
    async stop() {
      stopping.abort();
      await sending;
    },
  };
}
