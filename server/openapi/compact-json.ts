/** JSON whose outer levels take a line for each entry, and whose inner ones take none: a change of one entry is a change of one line. */

/** @param depth how many levels are broken into lines */
export function compactJson(value: unknown, depth: number): string {
  if (depth === 0 || typeof value !== 'object' || value === null) return JSON.stringify(value);
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  const entries = Array.isArray(value)
    ? value.map((item) => compactJson(item, depth - 1))
    : Object.entries(value)
        .filter(([, item]) => item !== undefined)
        .map(([key, item]) => `${JSON.stringify(key)}: ${compactJson(item, depth - 1)}`);
  return entries.length === 0 ? `${open}${close}` : `${open}\n${entries.join(',\n')}\n${close}`;
}
