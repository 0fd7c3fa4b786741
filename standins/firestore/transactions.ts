/** Transactions: what each has read, so that its commit can be refused when someone was faster. */
import { randomBytes } from 'node:crypto';
import { invalid } from './rpc-error.ts';

/** Firestore ends idle transactions; so do we, by keeping only the latest. */
const keptAtMost = 1000;

export interface Transactions {
  begin(): string;
  /** Remembers the version seen; null = no such document. */
  saw(transaction: string, name: string, updateTime: string | null): void;
  /** Ends it and tells what it had read. */
  end(transaction: string): ReadonlyMap<string, string | null>;
}

export function makeTransactions(): Transactions {
  const open = new Map<string, Map<string, string | null>>();
  const find = (transaction: string): Map<string, string | null> => {
    const found = open.get(transaction);
    if (!found) throw invalid('The referenced transaction has expired or is no longer valid.');
    return found;
  };
  return {
    begin() {
      const id = randomBytes(16).toString('base64');
      open.set(id, new Map());
      const [oldest] = open.keys();
      if (open.size > keptAtMost && oldest !== undefined) open.delete(oldest);
      return id;
    },
    saw(transaction, name, updateTime) {
      find(transaction).set(name, updateTime);
    },
    end(transaction) {
      const seen = find(transaction);
      open.delete(transaction);
      return seen;
    },
  };
}
