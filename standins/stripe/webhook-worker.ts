/** Worker that delivers webhooks, with exponential backoff (1 s to 1 min) until the product answers 2xx. */
import { signatureOf } from './signature.ts';
import type { Transaction } from './state/record-store.ts';
import type { DeliveryRecord } from './state/records.ts';
import type { Simulation } from './state/simulation.ts';

export interface WebhookTarget {
  readonly url: string;
  readonly secret: string;
}

export interface WebhookWorker {
  start(): void;
  /** Resolves once no request is in flight. */
  stop(): Promise<void>;
}

const firstRetryDelayMs = 1_000;
const maxRetryDelayMs = 60_000;
const responseTimeoutMs = 10_000;

export function createWebhookWorker(simulation: Simulation, target: WebhookTarget): WebhookWorker {
  const stopping = new AbortController();
  let sending: Promise<void> | null = null;
  let timer: NodeJS.Timeout | undefined;

  function wake(): void {
    if (stopping.signal.aborted || sending !== null) return;
    clearTimeout(timer);
    sending = sendDue()
      // Retried after a failed write, for instance on a full disk.
      .catch(() => ({ waitMs: firstRetryDelayMs }))
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
      const attempt = await sendRequest(delivery);
      if (attempt === null) break;
      await simulation.transact((tx) => recordAttempt(tx, delivery.id, attempt));
    }
    return { waitMs: null };
  }

  async function sendRequest({
    event,
  }: DeliveryRecord): Promise<DeliveryRecord['attempts'][number] | null> {
    const body = simulation.read((tx) => tx.find('event', event)?.body);
    const payload = JSON.stringify(body, null, 2);
    const atMs = Date.now();
    const signature = signatureOf(payload, {
      secret: target.secret,
      atSeconds: Math.floor(atMs / 1_000),
    });
    try {
      const response = await fetch(target.url, {
        method: 'POST',
        headers: {
          'content-type': 'application/json; charset=utf-8',
          'stripe-signature': signature,
        },
        body: payload,
        redirect: 'manual',
        signal: AbortSignal.any([stopping.signal, AbortSignal.timeout(responseTimeoutMs)]),
      });
      await response.body?.cancel();
      return { at: atMs, status: response.status, fault: null };
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
function nextPending(tx: Transaction): { delivery: DeliveryRecord; atMs: number } | null {
  const pending = tx.list('delivery').filter(({ state }) => state === 'pending');
  // Reversed ones are sent together, when the latest of them is due.
  const reorderedAtMs = Math.max(
    0,
    ...pending.filter(awaitsReordering).map((one) => one.nextAttemptAt),
  );
  const scheduled = pending.map((delivery) => ({
    delivery,
    atMs: awaitsReordering(delivery) ? reorderedAtMs : delivery.nextAttemptAt,
  }));
  const nowMs = Date.now();
  const due = scheduled.filter(({ atMs }) => atMs <= nowMs);
  if (due.length === 0) return scheduled.toSorted((a, b) => a.atMs - b.atMs)[0] ?? null;
  return due.toSorted((a, b) => bySequence(a.delivery, b.delivery))[0] ?? null;
}

const awaitsReordering = ({ newestFirst, attempts }: DeliveryRecord): boolean =>
  newestFirst && attempts.length === 0;

const bySequence = (a: DeliveryRecord, b: DeliveryRecord): number =>
  a.newestFirst && b.newestFirst ? b.sequence - a.sequence : a.sequence - b.sequence;

function recordAttempt(
  tx: Transaction,
  id: string,
  attempt: DeliveryRecord['attempts'][number],
): void {
  const stored = tx.find('delivery', id);
  if (!stored) return;
  const attempts = [...stored.attempts, attempt];
  const isDelivered = attempt.status !== null && attempt.status >= 200 && attempt.status < 300;
  const retryDelayMs = Math.min(firstRetryDelayMs * 2 ** (attempts.length - 1), maxRetryDelayMs);
  tx.put({
    ...stored,
    attempts,
    state: isDelivered ? 'delivered' : 'pending',
    nextAttemptAt: isDelivered ? stored.nextAttemptAt : Date.now() + retryDelayMs,
  });
}
