/** State of the Stripe stand-in: record store, test clock, and change listeners for webhook delivery. */
import { openRecordStore, type RecordStore, type Transaction } from './record-store.ts';
import { firstDueWork, runDue } from './test-clock.ts';

export interface Simulation {
  /** Runs due work, then `work` in a transaction of its own, rolled back when it throws. */
  transact<R>(work: (tx: Transaction) => R): Promise<R>;
  read<R>(query: (tx: Transaction) => R): R;
  /** Called after every change: there may be deliveries to send. */
  onChange(listener: () => void): void;
  close(): Promise<void>;
}

const tickMs = 1_000;

export async function openSimulation(dataDir: string, origin: string): Promise<Simulation> {
  const store: RecordStore = await openRecordStore(dataDir, origin);
  const listeners: (() => void)[] = [];
  const notify = () => {
    for (const listener of listeners) listener();
  };
  const runDueWork = async () => {
    if (store.read((tx) => firstDueWork(tx, tx.nowSeconds)) === null) return;
    await store.transact(runDue);
    notify();
  };
  // For what falls due between requests. A write error shows at the next request.
  const timer = setInterval(() => void runDueWork().catch(() => undefined), tickMs);
  timer.unref();
  return {
    async transact(work) {
      await runDueWork();
      const result = await store.transact(work);
      notify();
      return result;
    },
    read: store.read,
    onChange: (listener) => listeners.push(listener),
    async close() {
      clearInterval(timer);
      await store.close();
    },
  };
}
