/** Sends events to the product, each again and again with growing pauses until it answers 2xx. */

import { signatureOf } from './signature.ts';
import type { Delivery } from './state/records.ts';
import type { Simulation } from './state/simulation.ts';
import type { Transaction } from './state/store.ts';

export interface WebhookTarget {
  readonly url: string;
  readonly secret: string;
}

export interface Deliveries {
  start(): void;
  /** Resolves when nothing is being sent any more. */
  stop(): Promise<void>;
}

const firstPauseMs = 1_000;
const longestPauseMs = 60_000;
const answerWithinMs = 10_000;

export function deliver(world: Simulation, target: WebhookTarget): Deliveries {
  const stopping = new AbortController();
  let sending: Promise<void> | null = null;
  let timer: NodeJS.Timeout | undefined;

  function wake(): void {
    if (stopping.signal.aborted || sending !== null) return;
    clearTimeout(timer);
    sending = sendDue()
      // A disk that refuses is asked again, not silently left.
      .catch(() => ({ restMs: firstPauseMs }))
      .then(({ restMs }) => {
        sending = null;
        if (restMs !== null && !stopping.signal.aborted) timer = setTimeout(wake, restMs);
      });
  }

  /** @returns how long there is nothing to do; null = until something changes */
  async function sendDue(): Promise<{ restMs: number | null }> {
    for (let next = world.read(nextPending); next !== null; next = world.read(nextPending)) {
      const restMs = next.at - Date.now();
      if (restMs > 0) return { restMs };
      const { delivery } = next;
      const tried = await attempt(delivery);
      if (tried === null) break;
      await world.change((draft) => note(draft, delivery.id, tried));
    }
    return { restMs: null };
  }

  async function attempt({ event }: Delivery): Promise<Delivery['attempts'][number] | null> {
    const body = world.read((draft) => draft.find('event', event)?.body);
    const payload = JSON.stringify(body, null, 2);
    const at = Date.now();
    const signature = signatureOf(payload, { secret: target.secret, at: Math.floor(at / 1_000) });
    try {
      const answered = await fetch(target.url, {
        method: 'POST',
        headers: {
          'content-type': 'application/json; charset=utf-8',
          'stripe-signature': signature,
        },
        body: payload,
        redirect: 'manual',
        signal: AbortSignal.any([stopping.signal, AbortSignal.timeout(answerWithinMs)]),
      });
      await answered.body?.cancel();
      return { at, status: answered.status, fault: null };
    } catch (error) {
      if (stopping.signal.aborted) return null;
      const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
      return { at, status: null, fault: cause instanceof Error ? cause.message : String(cause) };
    }
  }

  world.onChange(wake);
  return {
    start: wake,
    async stop() {
      stopping.abort();
      clearTimeout(timer);
      await sending;
    },
  };
}

/** The one that is due first; of those that are due, in the order of their events, or against it. */
function nextPending(draft: Transaction): { delivery: Delivery; at: number } | null {
  const pending = draft.list('delivery').filter(({ state }) => state === 'pending');
  // To be turned round they must all be there: the last to come decides when they go.
  const gathered = Math.max(0, ...pending.filter(isGathering).map((one) => one.nextAttemptAt));
  const timed = pending.map((delivery) => ({
    delivery,
    at: isGathering(delivery) ? gathered : delivery.nextAttemptAt,
  }));
  const now = Date.now();
  const due = timed.filter(({ at }) => at <= now);
  if (due.length === 0) return timed.toSorted((a, b) => a.at - b.at)[0] ?? null;
  return due.toSorted((a, b) => inTurn(a.delivery, b.delivery))[0] ?? null;
}

const isGathering = ({ newestFirst, attempts }: Delivery): boolean =>
  newestFirst && attempts.length === 0;

const inTurn = (a: Delivery, b: Delivery): number =>
  a.newestFirst && b.newestFirst ? b.sequence - a.sequence : a.sequence - b.sequence;

function note(draft: Transaction, id: string, tried: Delivery['attempts'][number]): void {
  const held = draft.find('delivery', id);
  if (!held) return;
  const attempts = [...held.attempts, tried];
  const isDelivered = tried.status !== null && tried.status >= 200 && tried.status < 300;
  const pause = Math.min(firstPauseMs * 2 ** (attempts.length - 1), longestPauseMs);
  draft.put({
    ...held,
    attempts,
    state: isDelivered ? 'delivered' : 'pending',
    nextAttemptAt: isDelivered ? held.nextAttemptAt : Date.now() + pause,
  });
}
