/** `expand[]`: puts what an id stands for in its place, along paths such as `data.default_payment_method`. */

import { invalid } from '../api/stripe-error.ts';
import type { Transaction } from '../state/store.ts';
import { viewById } from './view-by-id.ts';

const deepest = 4;

/** @throws StripeError for a path that leads nowhere */
export function expanded(draft: Transaction, view: object, paths: readonly string[]): object {
  // Views share parts with each other; what is expanded is this answer's alone.
  const answer = structuredClone(view) as Record<string, unknown>;
  for (const path of paths) {
    const steps = path.split('.');
    if (steps.length > deepest) throw notExpandable(path);
    expandAlong(draft, answer, steps, path);
  }
  return answer;
}

function expandAlong(
  draft: Transaction,
  at: Record<string, unknown>,
  [step = '', ...rest]: readonly string[],
  path: string,
): void {
  if (!Object.hasOwn(at, step)) throw notExpandable(path);
  const value = at[step];
  if (value === null) return;
  if (Array.isArray(value)) {
    for (const one of value) if (isObject(one)) expandAlong(draft, one, rest, path);
    return;
  }
  const found = typeof value === 'string' ? viewById(draft, value) : value;
  if (!isObject(found)) throw notExpandable(path);
  const copy = structuredClone(found);
  at[step] = copy;
  if (rest.length > 0) expandAlong(draft, copy, rest, path);
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const notExpandable = (path: string) =>
  invalid(`This property cannot be expanded (${path}).`, 'expand', 'parameter_invalid');
