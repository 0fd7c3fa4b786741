/** Webhook delivery with exponential backoff (1 s to 1 min) until the product answers 2xx. */
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
  /** Resolves once no request is in flight. */
  stop(): Promise<void>;
}

const firstPauseMs = 1_000;
const maxPauseMs = 60_000;
const responseTimeoutMs = 10_000;

export function deliver(simulation: Simulation, target: WebhookTarget): Deliveries {
  const stopping = new AbortController();
  let sending: Promise<void> | null = null;
  let timer: NodeJS.Timeout | undefined;

  function wake(): void {
    if (stopping.signal.aborted || sending !== null) return;
    clearTimeout(timer);
    sending = sendDue()
      // Retried after a failed write, for instance on a full disk.
      .catch(() => ({ waitMs: firstPauseMs }))
      .then(({ waitMs }) => {
        sending = null;
        if (waitMs !== null && !stopping.signal.aborted) timer = setTimeout(wake, waitMs);
      });
  }

  /** Sends all due deliveries. @returns time until the next one is due; null = none is pending */
  async function sendDue(): Promise<{ waitMs: number | null }> {
    for (
      let next = simulation.read(nextPending);
      next !== null;
      next = simulation.read(nextPending)
    ) {
      const waitMs = next.atMs - Date.now();
      if (waitMs > 0) return { waitMs };
      const { delivery } = next;
      const tried = await attempt(delivery);
      if (tried === null) break;
      await simulation.change((tx) => recordAttempt(tx, delivery.id, tried));
    }
    return { waitMs: null };
  }

  async function attempt({ event }: Delivery): Promise<Delivery['attempts'][number] | null> {
    const body = simulation.read((tx) => tx.find('event', event)?.body);
    const payload = JSON.stringify(body, null, 2);
    const atMs = Date.now();
    const signature = signatureOf(payload, {
      secret: target.secret,
      atSeconds: Math.floor(atMs / 1_000),
    });
    try {
      const answered = await fetch(target.url, {
        method: 'POST',
        headers: {
          'content-type': 'application/json; charset=utf-8',
          'stripe-signature': signature,
        },
        body: payload,
        redirect: 'manual',
        signal: AbortSignal.any([stopping.signal, AbortSignal.timeout(responseTimeoutMs)]),
      });
      await answered.body?.cancel();
      return { at: atMs, status: answered.status, fault: null };
    } catch (error) {
      if (stopping.signal.aborted) return null;
      const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
      return {
        at: atMs,
        status: null,
        fault: cause instanceof Error ? cause.message : String(cause),
      };
    }
  }

  simulation.onChange(wake);
  return {
    start: wake,
    async stop() {
      stopping.abort();
      clearTimeout(timer);
      await sending;
    },
  };
}

/** The next pending delivery: among those due, by event order (or its reverse); else the one due first. */
function nextPending(tx: Transaction): { delivery: Delivery; atMs: number } | null {
  const pending = tx.list('delivery').filter(({ state }) => state === 'pending');
  // Reversed ones are sent together, when the latest of them is due.
  const gathered = Math.max(0, ...pending.filter(isGathering).map((one) => one.nextAttemptAt));
  const timed = pending.map((delivery) => ({
    delivery,
    atMs: isGathering(delivery) ? gathered : delivery.nextAttemptAt,
  }));
  const now = Date.now();
  const due = timed.filter(({ atMs }) => atMs <= now);
  if (due.length === 0) return timed.toSorted((a, b) => a.atMs - b.atMs)[0] ?? null;
  return due.toSorted((a, b) => bySequence(a.delivery, b.delivery))[0] ?? null;
}

const isGathering = ({ newestFirst, attempts }: Delivery): boolean =>
  newestFirst && attempts.length === 0;

const bySequence = (a: Delivery, b: Delivery): number =>
  a.newestFirst && b.newestFirst ? b.sequence - a.sequence : a.sequence - b.sequence;

function recordAttempt(tx: Transaction, id: string, tried: Delivery['attempts'][number]): void {
  const stored = tx.find('delivery', id);
  if (!stored) return;
  const attempts = [...stored.attempts, tried];
  const isDelivered = tried.status !== null && tried.status >= 200 && tried.status < 300;
  const pause = Math.min(firstPauseMs * 2 ** (attempts.length - 1), maxPauseMs);
  tx.put({
    ...stored,
    attempts,
    state: isDelivered ? 'delivered' : 'pending',
    nextAttemptAt: isDelivered ? stored.nextAttemptAt : Date.now() + pause,
  });
}
