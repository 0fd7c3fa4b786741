/** Document store of the Firestore stand-in: rule-checked reads, atomic and durable batches. */
import { join } from 'node:path';
import * as z from 'zod';
import { openDurableMap } from '../durable-map.ts';
import { invalidArgument, RpcError } from './rpc-error.ts';
import { type AccessRequest, allows, type Caller } from './rules.ts';
import { type Fields, parseFields, type Value } from './values.ts';
import {
  applyWrite,
  assertPrecondition,
  documentNameOf,
  type StoredDocument,
  type WriteRequest,
} from './writes.ts';

/** A document in the REST format. */
export interface WireDocument extends StoredDocument {
  readonly name: string;
}

export interface WriteResult {
  readonly updateTime: string;
  readonly transformResults?: readonly Value[];
}

export interface DocumentStore {
  /** null = no such document. @throws RpcError PERMISSION_DENIED when the rules deny it */
  find(caller: Caller, name: string): WireDocument | null;
  /** All documents directly in a collection, by path. Only for the owner. */
  list(caller: Caller, collection: string): WireDocument[];
  /**
   * Applies all writes or none.
   * @throws RpcError PERMISSION_DENIED when the rules deny a write
   */
  commit(
    caller: Caller,
    writes: readonly WriteRequest[],
  ): Promise<{ writeResults: WriteResult[]; commitTime: string }>;
  /** The current instant, strictly increasing; microseconds. */
  now(): string;
  close(): Promise<void>;
}

const storedDocument = z.object({
  fields: z.unknown().transform((fields) => parseFields(fields)),
  createTime: z.string(),
  updateTime: z.string(),
});

/** @param root `projects/<project>/databases/(default)/documents` */
export async function openDocumentStore(dataDir: string, root: string): Promise<DocumentStore> {
  const documents = await openDurableMap<StoredDocument>(
    join(dataDir, 'firestore', 'documents.jsonl'),
    (stored) => storedDocument.parse(stored),
  );
  let lastMicros = 0;

  function now(): string {
    lastMicros = Math.max(Date.now() * 1000, lastMicros + 1);
    const iso = new Date(Math.floor(lastMicros / 1000)).toISOString().slice(0, -1);
    return `${iso}${String(lastMicros % 1000).padStart(3, '0')}Z`;
  }

  /** @returns the path below the root, `users/abc` */
  function pathOf(name: string): string {
    const path = name.startsWith(`${root}/`) ? name.slice(root.length + 1) : '';
    const segments = path.split('/');
    const isPlain = segments.every(
      (one) => one !== '' && one !== '.' && one !== '..' && !/^__.*__$/.test(one),
    );
    if (!isPlain || segments.length % 2 !== 0 || path.length > 1500) {
      throw invalidArgument(`Document name "${name}" is not one of this database.`);
    }
    return path;
  }

  function assertAllowed(caller: Caller, access: AccessRequest): void {
    if (!allows(caller, access)) {
      throw new RpcError('PERMISSION_DENIED', 'Missing or insufficient permissions.');
    }
  }

  const accessOf = (path: string, operation: 'get' | 'list'): AccessRequest => ({
    operation,
    path,
    before: documents.get(path)?.fields ?? null,
    after: null,
    requestTime: '',
  });

  return {
    now,
    find(caller, name) {
      const path = pathOf(name);
      assertAllowed(caller, accessOf(path, 'get'));
      const stored = documents.get(path);
      return stored ? { name, ...stored } : null;
    },
    list(caller, collection) {
      assertAllowed(caller, accessOf(collection, 'list'));
      return [...documents.entries()]
        .filter(([path]) => path.slice(0, path.lastIndexOf('/')) === collection)
        .toSorted(([a], [b]) => (a < b ? -1 : 1))
        .map(([path, stored]) => ({ name: `${root}/${path}`, ...stored }));
    },
    commit(caller, writes) {
      return documents.transact(() => {
        const commitTime = now();
        const requestTime = toMilliseconds(commitTime);
        const changes = new Map<string, StoredDocument | null>();
        const writeResults = writes.map((write): WriteResult => {
          const name = documentNameOf(write);
          const path = pathOf(name);
          const before = changes.has(path)
            ? (changes.get(path) ?? null)
            : (documents.get(path) ?? null);
          const assertWritable = (
            operation: AccessRequest['operation'],
            after: Fields | null,
          ): void =>
            assertAllowed(caller, {
              operation,
              path,
              before: before?.fields ?? null,
              after,
              requestTime,
            });
          if (write.update) {
            const { fields, transformResults } = applyWrite(write, before, requestTime);
            assertWritable(before ? 'update' : 'create', fields);
            assertPrecondition(write, before, name);
            const createTime = before?.createTime ?? commitTime;
            changes.set(path, { fields, createTime, updateTime: commitTime });
            const withResults = transformResults.length > 0 && { transformResults };
            return { updateTime: commitTime, ...withResults };
          }
          assertWritable('delete', null);
          assertPrecondition(write, before, name);
          changes.set(path, null);
          return { updateTime: commitTime };
        });
        return { changes, result: { writeResults, commitTime } };
      });
    },
    close: () => documents.close(),
  };
}

/** `2026-11-21T04:12:18.123456Z` → `2026-11-21T04:12:18.123Z`, without trailing zeros, as values are stored. */
const toMilliseconds = (instant: string): string =>
  `${instant.slice(0, 23).replace(/\.?0+$/, '')}Z`;
