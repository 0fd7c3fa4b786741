/** Parser for Stripe's nested form encoding: `items[0][price]=…`. */

export type FormValue = string | FormValue[] | { [key: string]: FormValue };
type Branch = Map<string, string | Branch>;

export function parseForm(text: string): { [key: string]: FormValue } {
  const root: Branch = new Map();
  for (const [name, value] of new URLSearchParams(text)) {
    const path = name.split(/[[\]]+/).filter((part) => part !== '');
    let branch = root;
    for (const part of path.slice(0, -1)) {
      const found = branch.get(part);
      const next: Branch = found instanceof Map ? found : new Map();
      branch.set(part, next);
      branch = next;
    }
    branch.set(path.at(-1) ?? '', value);
  }
  return Object.fromEntries([...root].map(([key, value]) => [key, toValue(value)]));
}

function toValue(value: string | Branch): FormValue {
  if (typeof value === 'string') return value;
  const entries = [...value].map(([key, inner]) => [key, toValue(inner)] as const);
  const isList = entries.every(([key], index) => key === String(index));
  return isList ? entries.map(([, inner]) => inner) : Object.fromEntries(entries);
}
