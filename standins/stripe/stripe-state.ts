/** One transaction's view of what the Stripe double stores. */
import type { ControlSettings, RecordKind, RecordOf, StoredRecord } from './records.ts';

export interface StripeState {
  /** Test clock, epoch seconds. Set to each due instant while due work runs. */
  nowSeconds: number;
  /** Origin of the pages, without a final slash. */
  readonly origin: string;
  find<K extends RecordKind>(kind: K, id: string | null): RecordOf<K> | null;
  /** In order of creation. */
  list<K extends RecordKind>(kind: K): RecordOf<K>[];
  /** Stores a new record, or replaces the one with its id. */
  put<R extends StoredRecord>(record: R): R;
  settings(): ControlSettings;
}
