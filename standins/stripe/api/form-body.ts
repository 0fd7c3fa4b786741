/** Parser for Stripe's nested form encoding: `items[0][price]=…`, `expand[]=…`. */
import { invalidRequest } from './stripe-error.ts';

export type FormValue = string | FormValue[] | { [key: string]: FormValue };

const maxDepth = 8;
const maxPairs = 1_000;
const unsafeKeys = new Set(['__proto__', 'constructor', 'prototype']);

interface Branch {
  readonly entries: Map<string, string | Branch>;
}

/** @throws StripeError 400 for an invalid name, too deep a nesting or too many parameters */
export function parseForm(text: string): Record<string, FormValue> {
  const root: Branch = { entries: new Map() };
  let pairs = 0;
  for (const [name, value] of new URLSearchParams(text)) {
    pairs += 1;
    if (pairs > maxPairs) throw invalidRequest('Too many parameters.');
    insert(root, pathOf(name), value);
  }
  return Object.fromEntries([...root.entries].map(([key, value]) => [key, toValue(value)]));
}

function pathOf(name: string): string[] {
  const [head = '', ...rest] = name.split('[');
  const inner = rest.map((part) => {
    if (!part.endsWith(']')) throw invalidRequest(`Invalid parameter name: ${name}`);
    return part.slice(0, -1);
  });
  const path = [head, ...inner];
  if (head === '' || path.length > maxDepth || path.some((part) => unsafeKeys.has(part))) {
    throw invalidRequest(`Invalid parameter name: ${name}`);
  }
  return path;
}

function insert(root: Branch, path: readonly string[], value: string): void {
  let branch = root;
  for (const [depth, part] of path.entries()) {
    // `expand[]` twice is a list of two.
    const key = part === '' ? String(branch.entries.size) : part;
    if (depth === path.length - 1) {
      branch.entries.set(key, value);
      return;
    }
    const existing = branch.entries.get(key);
    const next: Branch = typeof existing === 'object' ? existing : { entries: new Map() };
    branch.entries.set(key, next);
    branch = next;
  }
}

function toValue(value: string | Branch): FormValue {
  if (typeof value === 'string') return value;
  const entries = [...value.entries];
  const isList = entries.every(([key], index) => key === String(index));
  if (isList) return entries.map(([, inner]) => toValue(inner));
  return Object.fromEntries(entries.map(([key, inner]) => [key, toValue(inner)]));
}
