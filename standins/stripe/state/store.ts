/** The records on disk. Whatever one request or one tick of time changes is stored as one line before anyone is answered. */
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { openDurableMap } from '../../durable-map.ts';
import { type Kind, type RecordOf, type StoredRecord, storedRecord } from './records.ts';

/** One transaction's sight of the records: its own changes over what is stored. */
export interface Transaction {
  /** The world's time, in seconds. It moves while time is made up for. */
  now: number;
  /** Where the pages are, without a final slash. */
  readonly origin: string;
  find<K extends Kind>(kind: K, id: string): RecordOf<K> | null;
  /** In the order in which they came to be. */
  list<K extends Kind>(kind: K): RecordOf<K>[];
  put(record: StoredRecord): void;
  forget(id: string): void;
  settings(): RecordOf<'settings'>;
}

export interface Store {
  /** Runs `work` alone. When it throws, nothing of it stays. */
  transact<R>(work: (draft: Transaction) => R): Promise<R>;
  /** What is stored, for looking only. */
  read<R>(look: (draft: Transaction) => R): R;
  close(): Promise<void>;
}

const firstSettings: RecordOf<'settings'> = {
  kind: 'settings',
  id: 'settings',
  aheadSeconds: 0,
  webhookMode: 'normal',
  eventSequence: 0,
  invoiceNumbers: {},
};

/** Stripe forgets an idempotency key after a day; twice that is on the safe side. */
const keptKeysMs = 48 * 3_600_000;

export async function openStore(dataDir: string, origin: string): Promise<Store> {
  const map = await openDurableMap(join(dataDir, 'stripe', 'records.jsonl'), (stored) =>
    storedRecord.parse(stored),
  );

  function draft(changes: Map<string, StoredRecord | null>): Transaction {
    const read = (id: string) => (changes.has(id) ? changes.get(id) : map.get(id)) ?? null;
    const settings = () => {
      const held = read('settings');
      return held?.kind === 'settings' ? held : firstSettings;
    };
    return {
      now: Math.floor(Date.now() / 1_000) + settings().aheadSeconds,
      origin,
      settings,
      find<K extends Kind>(kind: K, id: string) {
        const held = read(id);
        return isKind(held, kind) ? held : null;
      },
      list<K extends Kind>(kind: K) {
        const found = new Map<string, RecordOf<K>>();
        for (const [id, held] of map.entries()) if (isKind(held, kind)) found.set(id, held);
        for (const [id, held] of changes) {
          if (isKind(held, kind)) found.set(id, held);
          else found.delete(id);
        }
        return [...found.values()];
      },
      put: (record) => changes.set(record.id, record),
      forget: (id) => changes.set(id, null),
    };
  }

  const books: Store = {
    transact: (work) =>
      map.transact(() => {
        const changes = new Map<string, StoredRecord | null>();
        return { changes, result: work(draft(changes)) };
      }),
    read: (look) => look(draft(new Map())),
    close: () => map.close(),
  };
  await books.transact((opened) => {
    for (const { id, storedAt } of opened.list('idempotent')) {
      if (storedAt < Date.now() - keptKeysMs) opened.forget(id);
    }
  });
  return books;
}

function isKind<K extends Kind>(held: StoredRecord | null, kind: K): held is RecordOf<K> {
  return held?.kind === kind;
}

/** @param prefix as Stripe's: `cus`, `sub`, `in`… */
export function newId(prefix: string): string {
  const text = randomBytes(24).toString('base64url').replace(/[-_]/g, '');
  return `${prefix}_${text.slice(0, 24)}`;
}
