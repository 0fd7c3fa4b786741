/** Durable record store: the changes of one transaction are written as one log line before the response. */
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { openDurableMap } from '../../durable-map.ts';
import { type RecordKind, type RecordOf, type StoredRecord, storedRecord } from './records.ts';

/** One transaction's view of the records: its own changes over the stored ones. */
export interface Transaction {
  /** Test clock, epoch seconds. Set to each due instant while due work runs. */
  nowSeconds: number;
  /** Origin of the pages, without a final slash. */
  readonly origin: string;
  find<K extends RecordKind>(kind: K, id: string): RecordOf<K> | null;
  /** In order of creation. */
  list<K extends RecordKind>(kind: K): RecordOf<K>[];
  put(record: StoredRecord): void;
  delete(id: string): void;
  settings(): RecordOf<'settings'>;
}

export interface RecordStore {
  /** Runs `work` serially; when it throws, nothing is stored. */
  transact<R>(work: (tx: Transaction) => R): Promise<R>;
  /** Read-only access to the stored records. */
  read<R>(query: (tx: Transaction) => R): R;
  close(): Promise<void>;
}

const initialSettings: RecordOf<'settings'> = {
  kind: 'settings',
  id: 'settings',
  aheadSeconds: 0,
  webhookMode: 'normal',
  eventSequence: 0,
  invoiceNumbers: {},
};

/** Stripe deletes an idempotency key after a day; twice that is safe. */
const idempotencyKeyTtlMs = 48 * 3_600_000;

export async function openRecordStore(dataDir: string, origin: string): Promise<RecordStore> {
  const map = await openDurableMap(join(dataDir, 'stripe', 'records.jsonl'), (stored) =>
    storedRecord.parse(stored),
  );

  function transactionOver(changes: Map<string, StoredRecord | null>): Transaction {
    const read = (id: string) => (changes.has(id) ? changes.get(id) : map.get(id)) ?? null;
    const settings = () => {
      const record = read('settings');
      return record?.kind === 'settings' ? record : initialSettings;
    };
    return {
      nowSeconds: Math.floor(Date.now() / 1_000) + settings().aheadSeconds,
      origin,
      settings,
      find<K extends RecordKind>(kind: K, id: string) {
        const record = read(id);
        return isKind(record, kind) ? record : null;
      },
      list<K extends RecordKind>(kind: K) {
        const found = new Map<string, RecordOf<K>>();
        for (const [id, record] of map.entries()) if (isKind(record, kind)) found.set(id, record);
        for (const [id, record] of changes) {
          if (isKind(record, kind)) found.set(id, record);
          else found.delete(id);
        }
        return [...found.values()];
      },
      put: (record) => changes.set(record.id, record),
      delete: (id) => changes.set(id, null),
    };
  }

  const store: RecordStore = {
    transact: (work) =>
      map.transact(() => {
        const changes = new Map<string, StoredRecord | null>();
        return { changes, result: work(transactionOver(changes)) };
      }),
    read: (query) => query(transactionOver(new Map())),
    close: () => map.close(),
  };
  await store.transact((tx) => {
    for (const { id, storedAt } of tx.list('idempotent')) {
      if (storedAt < Date.now() - idempotencyKeyTtlMs) tx.delete(id);
    }
  });
  return store;
}

function isKind<K extends RecordKind>(record: StoredRecord | null, kind: K): record is RecordOf<K> {
  return record?.kind === kind;
}

/** @param prefix Stripe's, such as `cus`, `sub`, `in` */
export function newId(prefix: string): string {
  const text = randomBytes(24).toString('base64url').replace(/[-_]/g, '');
  return `${prefix}_${text.slice(0, 24)}`;
}
