/** Open transactions with the versions each has read, for optimistic concurrency control at commit. */
import { randomBytes } from 'node:crypto';
import { invalidArgument } from './rpc-error.ts';

/** Firestore expires idle transactions; here the oldest expires when there are more than this. */
const maxOpen = 1000;

export interface Transactions {
  begin(): string;
  /** Records the version read; null = no such document. */
  recordRead(transaction: string, name: string, updateTime: string | null): void;
  /** Ends the transaction. @returns the versions it has read, by document name */
  end(transaction: string): ReadonlyMap<string, string | null>;
}

export function createTransactions(): Transactions {
  const open = new Map<string, Map<string, string | null>>();
  const versionsOf = (transaction: string): Map<string, string | null> => {
    const found = open.get(transaction);
    if (!found)
      throw invalidArgument('The referenced transaction has expired or is no longer valid.');
    return found;
  };
  return {
    begin() {
      const id = randomBytes(16).toString('base64');
      open.set(id, new Map());
      const [oldest] = open.keys();
      if (open.size > maxOpen && oldest !== undefined) open.delete(oldest);
      return id;
    },
    recordRead(transaction, name, updateTime) {
      versionsOf(transaction).set(name, updateTime);
    },
    end(transaction) {
      const versions = versionsOf(transaction);
      open.delete(transaction);
      return versions;
    },
  };
}
