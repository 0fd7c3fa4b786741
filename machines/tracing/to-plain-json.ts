/** Snapshots and events as plain JSON: what is compared, shown and stored. */
import type { TraceJson } from '#contract/trace.ts';

/** Errors keep what machines read of them; what JSON cannot say is left out. */
export function plain(value: unknown): TraceJson {
  const text = JSON.stringify(value, (_key, part: unknown) =>
    part instanceof Error ? { message: part.message, ...codeOf(part) } : part,
  );
  return text === undefined ? null : JSON.parse(text);
}

const codeOf = (error: Error) => ('code' in error ? { code: error.code } : {});

/** Each leaf under its path: `{ a: { b: 1 } }` is `a.b → 1`. An empty list or object is a leaf. */
export function leavesOf(value: TraceJson, path = ''): Map<string, TraceJson> {
  if (typeof value !== 'object' || value === null || Object.keys(value).length === 0) {
    return new Map([[path, value]]);
  }
  const leaves = Object.entries(value).flatMap(([key, part]) => [
    ...leavesOf(part, path === '' ? key : `${path}.${key}`),
  ]);
  return new Map(leaves);
}
