/** Pure application of one write to a document: field mask, transforms, preconditions. */
import * as z from 'zod';
import { parseFieldPath, valueAt, withValueAt } from './field-path.ts';
import { invalidArgument, RpcError } from './rpc-error.ts';
import {
  type Fields,
  isSameValue,
  numericValue,
  parseFields,
  parseValue,
  type Value,
} from './values.ts';

export interface StoredDocument {
  readonly fields: Fields;
  readonly createTime: string;
  readonly updateTime: string;
}

const precondition = z.looseObject({
  exists: z.boolean().optional(),
  updateTime: z.string().optional(),
});
const transformRequest = z.looseObject({
  fieldPath: z.string(),
  setToServerValue: z.unknown().optional(),
  increment: z.unknown().optional(),
  appendMissingElements: z.unknown().optional(),
  removeAllFromArray: z.unknown().optional(),
});
export const writeRequest = z.looseObject({
  update: z.looseObject({ name: z.string(), fields: z.unknown().optional() }).optional(),
  delete: z.string().optional(),
  verify: z.string().optional(),
  updateMask: z.looseObject({ fieldPaths: z.array(z.string()).default([]) }).optional(),
  updateTransforms: z.array(transformRequest).default([]),
  currentDocument: precondition.optional(),
});
export type WriteRequest = z.infer<typeof writeRequest>;

const maxDocumentBytes = 1_048_576;

/** The name of a write's document. @throws RpcError INVALID_ARGUMENT when it has none */
export function documentNameOf(write: WriteRequest): string {
  const name = write.update?.name ?? write.delete ?? write.verify;
  if (name === undefined)
    throw invalidArgument('A write must update, delete or verify a document.');
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
    const path = parseFieldPath(transform.fieldPath);
    const { value, result } = applyTransform(transform, valueAt(fields, path), requestTime);
    fields = withValueAt(fields, path, value);
    transformResults.push(result);
  }
  if (JSON.stringify(fields).length > maxDocumentBytes) {
    throw invalidArgument('The document exceeds the maximum size of 1048576 bytes.');
  }
  return { fields, transformResults };
}

type TransformRequest = z.infer<typeof transformRequest>;

function applyTransform(
  transform: TransformRequest,
  old: Value | undefined,
  requestTime: string,
): { value: Value; result: Value } {
  if (transform.setToServerValue !== undefined) {
    const value: Value = { timestampValue: requestTime };
    return { value, result: value };
  }
  if (transform.increment !== undefined) {
    const value = increment(old, parseValue(transform.increment));
    return { value, result: value };
  }
  const current = old && 'arrayValue' in old ? (old.arrayValue.values ?? []) : [];
  const arrayResult = (values: readonly Value[]) => ({
    value: { arrayValue: values.length > 0 ? { values } : {} } satisfies Value,
    result: { nullValue: null } satisfies Value,
  });
  if (transform.appendMissingElements !== undefined) {
    const all = [...current];
    for (const one of arrayItems(transform.appendMissingElements)) {
      if (!all.some((known) => isSameValue(known, one))) all.push(one);
    }
    return arrayResult(all);
  }
  if (transform.removeAllFromArray !== undefined) {
    const removed = arrayItems(transform.removeAllFromArray);
    return arrayResult(current.filter((one) => !removed.some((value) => isSameValue(value, one))));
  }
  throw new RpcError('UNIMPLEMENTED', 'This transform is not known to the local stand-in.');
}

function increment(old: Value | undefined, by: Value): Value {
  const step = numericValue(by);
  if (step === null) throw invalidArgument('increment takes a number.');
  const sum = (numericValue(old) ?? 0) + step;
  const isInteger = 'integerValue' in by && !(old && 'doubleValue' in old);
  return isInteger ? { integerValue: String(sum) } : { doubleValue: sum };
}

function arrayItems(arrayValue: unknown): readonly Value[] {
  const value = parseValue({ arrayValue });
  return 'arrayValue' in value ? (value.arrayValue.values ?? []) : [];
}

/** @throws RpcError when the write's precondition does not hold */
export function assertPrecondition(
  write: WriteRequest,
  before: StoredDocument | null,
  name: string,
): void {
  const currentDocument = write.currentDocument;
  if (currentDocument?.exists === true && !before) {
    throw new RpcError('NOT_FOUND', `No document to update: ${name}`);
  }
  if (currentDocument?.exists === false && before) {
    throw new RpcError('ALREADY_EXISTS', `Document already exists: ${name}`);
  }
  const version = currentDocument?.updateTime;
  if (version !== undefined && (!before || !isSameInstant(version, before.updateTime))) {
    const message = 'the stored version does not match the required base version';
    throw new RpcError('FAILED_PRECONDITION', message);
  }
}

/** The SDKs write the same instant with more or fewer trailing zeros. */
const isSameInstant = (a: string, b: string): boolean =>
  isSameValue(parseValue({ timestampValue: a }), parseValue({ timestampValue: b }));
