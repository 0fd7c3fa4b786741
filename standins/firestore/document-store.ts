/** Documents of the Firestore double: reads and batches of writes, each checked against the access rules. */
import * as z from 'zod';
import { openStore } from '../store.ts';
import { RpcError } from './rpc-error.ts';
import { type AccessRequest, allows, type Caller, type Fields } from './rules.ts';

interface StoredDocument {
  readonly fields: Fields;
  readonly createTime: string;
  readonly updateTime: string;
}
export interface WireDocument extends StoredDocument {
  readonly name: string;
}

const fields = z.record(z.string(), z.record(z.string(), z.unknown()));
/** What the product's two SDKs send. Fields are the document's own: nothing writes into a map. */
export const writeRequest = z.strictObject({
  update: z.object({ name: z.string(), fields: fields.default({}) }).optional(),
  delete: z.string().optional(),
  updateMask: z.object({ fieldPaths: z.array(z.string()).default([]) }).optional(),
  /** `serverTimestamp()` */
  updateTransforms: z
    .array(z.object({ fieldPath: z.string(), setToServerValue: z.literal('REQUEST_TIME') }))
    .default([]),
  currentDocument: z.object({ exists: z.boolean() }).optional(),
});
export type WriteRequest = z.infer<typeof writeRequest>;

export interface DocumentStore {
  /** null = no such document. @throws RpcError PERMISSION_DENIED when the rules deny it */
  find(caller: Caller, name: string): WireDocument | null;
  /** Applies all writes or none. @throws RpcError PERMISSION_DENIED when the rules deny one */
  commit(caller: Caller, writes: readonly WriteRequest[]): object;
  close(): void;
}

/** @param root `projects/<project>/databases/(default)/documents` */
export function openDocumentStore(dataDir: string, root: string): DocumentStore {
  const store = openStore<{ document: StoredDocument }>(dataDir, 'firestore');

  /** @returns the path below the root, `users/abc` */
  function pathOf(name: string): string {
    const path = name.startsWith(`${root}/`) ? name.slice(root.length + 1) : '';
    if (/^[^/]+\/[^/]+$/.test(path)) return path;
    throw new RpcError('INVALID_ARGUMENT', `"${name}" is not a document of this database.`);
  }
  function assertAllowed(caller: Caller, access: AccessRequest): void {
    if (!allows(caller, access))
      throw new RpcError('PERMISSION_DENIED', 'Missing or insufficient permissions.');
  }

  function write(caller: Caller, request: WriteRequest, requestTime: string): object {
    const name = request.update?.name ?? request.delete ?? '';
    const path = pathOf(name);
    const stored = store.get('document', path) ?? null;
    const before = stored?.fields ?? null;
    const after = request.update ? changedFields(request, before, requestTime) : null;
    const operation = after === null ? 'delete' : before === null ? 'create' : 'update';
    assertAllowed(caller, { operation, path, before, after, requestTime });
    const { exists } = request.currentDocument ?? {};
    if (exists === true && before === null)
      throw new RpcError('NOT_FOUND', `No document to update: ${name}`);
    if (exists === false && before !== null)
      throw new RpcError('ALREADY_EXISTS', `Document already exists: ${name}`);
    if (after === null) store.delete('document', path);
    else {
      const createTime = stored?.createTime ?? requestTime;
      store.put('document', path, { fields: after, createTime, updateTime: requestTime });
    }
    const transformResults = request.updateTransforms.map(() => ({ timestampValue: requestTime }));
    return { updateTime: requestTime, transformResults };
  }

  return {
    find(caller, name) {
      const path = pathOf(name);
      const stored = store.get('document', path) ?? null;
      const before = stored?.fields ?? null;
      assertAllowed(caller, { operation: 'get', path, before, after: null, requestTime: '' });
      return stored && { name, ...stored };
    },
    commit: (caller, writes) =>
      store.transact(() => {
        const commitTime = new Date().toISOString();
        return { writeResults: writes.map((one) => write(caller, one, commitTime)), commitTime };
      }),
    close: store.close,
  };
}

/** With a mask, only the fields it names are written, and deleted where they have no value. */
function changedFields(
  { update, updateMask, updateTransforms }: WriteRequest,
  before: Fields | null,
  requestTime: string,
): Fields {
  const sent = update?.fields ?? {};
  const names = updateMask?.fieldPaths;
  const rest = Object.entries(before ?? {}).filter(([name]) => names && !names.includes(name));
  const written = Object.entries(sent).filter(([name]) => names?.includes(name) ?? true);
  const stamped = updateTransforms.map(
    ({ fieldPath }) => [fieldPath, { timestampValue: requestTime }] as const,
  );
  return Object.fromEntries([...rest, ...written, ...stamped]);
}
