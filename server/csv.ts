/** Writes CSV (RFC 4180), escaped so that spreadsheets never run text as a formula (ASVS 1.2.10). */

type Cell = string | number | boolean | null | undefined;

export function csvCell(value: unknown): string {
  if (value === null || value === undefined) return '';
  const text = typeof value === 'string' ? value : String(value);
  // Only text is escaped: a negative number is a number.
  const safe = typeof value === 'string' && /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** The columns are the first row's fields, except nested objects. */
export function toCsv(rows: readonly object[]): string {
  const [first] = rows;
  if (first === undefined) return '\r\n';
  const names = Object.entries(first)
    .filter(([, value]) => value === null || typeof value !== 'object')
    .map(([name]) => name);
  const line = (cells: readonly Cell[]) => `${cells.map(csvCell).join(',')}\r\n`;
  const valuesOf = (row: object) => {
    const fields = new Map<string, unknown>(Object.entries(row));
    return names.map((name) => csvCell(fields.get(name))).join(',');
  };
  return line(names) + rows.map((row) => `${valuesOf(row)}\r\n`).join('');
}
