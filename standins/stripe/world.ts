/** The double's world: its records, its time, and the doorbell of whoever sends its events. */
import { type Books, type Draft, openBooks } from './books.ts';
import { catchUp, firstDue } from './time.ts';

export interface World {
  /** First lets what is due happen, then runs `work` alone; when it throws, nothing of it stays. */
  change<R>(work: (draft: Draft) => R): Promise<R>;
  read<R>(look: (draft: Draft) => R): R;
  /** Rung after every change: there may be something to send. */
  onChange(ring: () => void): void;
  close(): Promise<void>;
}

const tickMs = 1_000;

export async function openWorld(dataDir: string, origin: string): Promise<World> {
  const books: Books = await openBooks(dataDir, origin);
  const rings: (() => void)[] = [];
  const ringAll = () => {
    for (const ring of rings) ring();
  };
  const letTimePass = async () => {
    if (books.read((draft) => firstDue(draft, draft.now)) === null) return;
    await books.transact(catchUp);
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
