/** Transactions of the Stripe double on its test clock, and who is notified that events may wait. */
import { openStore } from '../store.ts';
import { runDueWork } from './lifecycle.ts';
import type { ControlSettings, RecordKind, RecordOf } from './records.ts';
import type { StripeState } from './stripe-state.ts';

export interface Simulation {
  /** Runs what is due, then `work`; when `work` throws, nothing is stored. */
  transact<R>(work: (state: StripeState) => R): R;
  read<R>(query: (state: StripeState) => R): R;
  /** Called after every change and every second: there may be events to send. */
  onChange(listener: () => void): void;
  close(): void;
}

const tickMs = 1_000;
const initialSettings: ControlSettings = {
  object: 'settings',
  id: 'settings',
  aheadSeconds: 0,
  webhookMode: 'normal',
};

export function openSimulation(dataDir: string, origin: string): Simulation {
  const store = openStore<{ [K in RecordKind]: RecordOf<K> }>(dataDir, 'stripe');
  const listeners: (() => void)[] = [];
  const settings = () => store.get('settings', 'settings') ?? initialSettings;
  const now = (): StripeState => ({
    nowSeconds: Math.floor(Date.now() / 1_000) + settings().aheadSeconds,
    origin,
    settings,
    find: (kind, id) => (id === null ? null : (store.get(kind, id) ?? null)),
    list: (kind) => store.list(kind),
    put(record) {
      store.put(record.object, record.id, record as never);
      return record;
    },
  });

  const transact: Simulation['transact'] = (work) => {
    const result = store.transact(() => {
      const state = now();
      runDueWork(state);
      return work(state);
    });
    for (const listener of listeners) listener();
    return result;
  };
  // For what falls due between requests.
  const timer = setInterval(() => transact(() => {}), tickMs);
  timer.unref();
  return {
    transact,
    read: (query) => query(now()),
    onChange: (listener) => listeners.push(listener),
    close() {
      clearInterval(timer);
      store.close();
    },
  };
}
