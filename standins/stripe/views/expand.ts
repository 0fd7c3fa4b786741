/** `expand[]`: replaces ids with their objects along paths such as `data.default_payment_method`. */
import { invalidRequest } from '../api/stripe-error.ts';
import type { Transaction } from '../state/record-store.ts';
import { viewById } from './view-by-id.ts';

const maxDepth = 4;

/** @throws StripeError for a path that does not exist or is too deep */
export function expandPaths(tx: Transaction, view: object, paths: readonly string[]): object {
  // Cloned, because views share objects.
  const copy = structuredClone(view) as Record<string, unknown>;
  for (const path of paths) {
    const steps = path.split('.');
    if (steps.length > maxDepth) throw notExpandable(path);
    expandAlong(tx, copy, steps, path);
  }
  return copy;
}

function expandAlong(
  tx: Transaction,
  parent: Record<string, unknown>,
  [step = '', ...rest]: readonly string[],
  path: string,
): void {
  if (!Object.hasOwn(parent, step)) throw notExpandable(path);
  const value = parent[step];
  if (value === null) return;
  if (Array.isArray(value)) {
    for (const one of value) if (isObject(one)) expandAlong(tx, one, rest, path);
    return;
  }
  const found = typeof value === 'string' ? viewById(tx, value) : value;
  if (!isObject(found)) throw notExpandable(path);
  const object = structuredClone(found);
  parent[step] = object;
  if (rest.length > 0) expandAlong(tx, object, rest, path);
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const notExpandable = (path: string) =>
  invalidRequest(`This property cannot be expanded (${path}).`, 'expand', 'parameter_invalid');
