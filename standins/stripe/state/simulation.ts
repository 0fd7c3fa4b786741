/** The double's world: its records, its time, and the doorbell of whoever sends its events. */
import { openStore, type Store, type Transaction } from './store.ts';
import { firstDue, runDue } from './test-clock.ts';

export interface Simulation {
  /** First lets what is due happen, then runs `work` alone; when it throws, nothing of it stays. */
  change<R>(work: (draft: Transaction) => R): Promise<R>;
  read<R>(look: (draft: Transaction) => R): R;
  /** Rung after every change: there may be something to send. */
  onChange(ring: () => void): void;
  close(): Promise<void>;
}

const tickMs = 1_000;

export async function openSimulation(dataDir: string, origin: string): Promise<Simulation> {
  const books: Store = await openStore(dataDir, origin);
  const rings: (() => void)[] = [];
  const ringAll = () => {
    for (const ring of rings) ring();
  };
  const letTimePass = async () => {
    if (books.read((draft) => firstDue(draft, draft.now)) === null) return;
    await books.transact(runDue);
    ringAll();
  };
  // The rare case that nobody asks while something falls due. A full disk shows at the next request.
  const ticking = setInterval(() => void letTimePass().catch(() => undefined), tickMs);
  ticking.unref();
  return {
    async change(work) {
      await letTimePass();
      const result = await books.transact(work);
      ringAll();
      return result;
    },
    read: books.read,
    onChange: (ring) => rings.push(ring),
    async close() {
      clearInterval(ticking);
      await books.close();
    },
  };
}
