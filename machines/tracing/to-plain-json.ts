/** Converts snapshots and events to plain JSON, and that to its leaves, for comparing, showing and storing. */
import type { TraceJson } from '#contract/trace.ts';

/** Errors become `{ message, code }`; what JSON cannot represent is dropped. */
export function toPlainJson(value: unknown): TraceJson {
  const text = JSON.stringify(value, (_key, part: unknown) =>
    part instanceof Error ? { message: part.message, ...codeOf(part) } : part,
  );
  return text === undefined ? null : JSON.parse(text);
}

const codeOf = (error: Error) => ('code' in error ? { code: error.code } : {});

/** Leaves by path: `{ a: { b: 1 } }` is `a.b → 1`. An empty list or object is a leaf. */
export function flatten(value: TraceJson, path = ''): Map<string, TraceJson> {
  if (typeof value !== 'object' || value === null || Object.keys(value).length === 0) {
    return new Map([[path, value]]);
  }
  const leaves = Object.entries(value).flatMap(([key, part]) => [
    ...flatten(part, path === '' ? key : `${path}.${key}`),
  ]);
  return new Map(leaves);
}
