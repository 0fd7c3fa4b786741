/** Pure application of one write to a document: field mask, transforms, preconditions. */
import * as z from 'zod';
import { parseFieldPath, valueAt, withValueAt } from './field-path.ts';
import { invalidArgument, RpcError } from './rpc-error.ts';
import { type Fields, parseFields, type Value } from './values.ts';

export interface StoredDocument {
  readonly fields: Fields;
  readonly createTime: string;
  readonly updateTime: string;
}

const precondition = z.looseObject({ exists: z.boolean().optional() });
/** `serverTimestamp()`; others are not known here. */
const transformRequest = z.looseObject({
  fieldPath: z.string(),
  setToServerValue: z.unknown().optional(),
});
export const writeRequest = z.looseObject({
  update: z.looseObject({ name: z.string(), fields: z.unknown().optional() }).optional(),
  delete: z.string().optional(),
  updateMask: z.looseObject({ fieldPaths: z.array(z.string()).default([]) }).optional(),
  updateTransforms: z.array(transformRequest).default([]),
  currentDocument: precondition.optional(),
});
export type WriteRequest = z.infer<typeof writeRequest>;

const maxDocumentBytes = 1_048_576;

/** The name of a write's document. @throws RpcError INVALID_ARGUMENT when it has none */
export function documentNameOf(write: WriteRequest): string {
  const name = write.update?.name ?? write.delete;
  if (name === undefined) throw invalidArgument('A write must update or delete a document.');
  return name;
}

/**
 * @param requestTime the value of `serverTimestamp()`: millisecond precision, as Firestore documents it
 * @throws RpcError INVALID_ARGUMENT when the document would be too large
 */
export function applyWrite(
  write: WriteRequest,
  before: StoredDocument | null,
  requestTime: string,
): { fields: Fields; transformResults: Value[] } {
  const sent = parseFields(write.update?.fields);
  let fields = write.updateMask ? (before?.fields ?? {}) : sent;
  for (const path of (write.updateMask?.fieldPaths ?? []).map(parseFieldPath)) {
    fields = withValueAt(fields, path, valueAt(sent, path));
  }
  const transformResults: Value[] = [];
  for (const transform of write.updateTransforms) {
    if (transform.setToServerValue === undefined)
      throw new RpcError('UNIMPLEMENTED', 'This transform is not known to the local stand-in.');
    const now: Value = { timestampValue: requestTime };
    fields = withValueAt(fields, parseFieldPath(transform.fieldPath), now);
    transformResults.push(now);
  }
  if (JSON.stringify(fields).length > maxDocumentBytes) {
    throw invalidArgument('The document exceeds the maximum size of 1048576 bytes.');
  }
  return { fields, transformResults };
}

/** @throws RpcError when the write's precondition does not hold */
export function assertPrecondition(
  write: WriteRequest,
  before: StoredDocument | null,
  name: string,
): void {
  const { currentDocument } = write;
  if (currentDocument?.exists === true && !before) {
    throw new RpcError('NOT_FOUND', `No document to update: ${name}`);
  }
  if (currentDocument?.exists === false && before) {
    throw new RpcError('ALREADY_EXISTS', `Document already exists: ${name}`);
  }
}
