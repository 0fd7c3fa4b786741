/**
 * Writes CSV that a spreadsheet in Spanish opens by a double click: UTF-8 with a byte order mark, semicolons, quotes as in RFC 4180
 * (docs/decisions/090-exports-for-spreadsheets.md). Escaped so that spreadsheets never run text as a formula (ASVS 1.2.10).
 */
import { stringify } from 'csv-stringify/sync';

const begunFormula = /^([\s"]*)('*[=+\-@＝＋－＠])/;
const begunQuote = /^([\s"]*)'('*[=+\-@＝＋－＠])/;

const separators = /([,;\t\r\n])/;

/** Of each part that a spreadsheet takes for a cell if it splits a `.csv` at other separators, or at a line's end. */
const replaceInLaterCells = (text: string, pattern: RegExp, replacement: string): string =>
  !separators.test(text)
    ? text
    : text
        .split(separators)
        .map((part, index) => (index === 0 ? part : part.replace(pattern, replacement)))
        .join('');

/** Of text as `toCsv` wrote it, what it quoted inside. */
export const unquoteLaterFormulas = (text: string): string =>
  replaceInLaterCells(text, begunQuote, '$1$2');

type Cell = string | number | boolean | null | undefined;

/** @param rows each as long as the header */
export const toCsv = (header: readonly string[], rows: readonly (readonly Cell[])[]): string =>
  `\uFEFF${toCsvLines([header, ...rows])}`;

/** The same without a header, for files that are sent in pieces. */
export const toCsvLines = (rows: readonly (readonly Cell[])[]): string =>
  stringify([...rows], {
    delimiter: ';',
    record_delimiter: 'windows',
    // Otherwise only the two together would be quoted.
    quoted_match: /[\r\n]/,
    // A quote before `=`, `+`, `-`, `@`, tab and CR of text; negative numbers stay numbers.
    escape_formulas: true,
    cast: { boolean: String, string: (text) => replaceInLaterCells(text, begunFormula, "$1'$2") },
  });

/** The columns are the first row's fields, except nested objects. */
export function objectsToCsv(rows: readonly object[]): string {
  const names = Object.entries(rows[0] ?? {})
    .filter(([, value]) => value === null || typeof value !== 'object')
    .map(([name]) => name);
  const cellsOf = (row: object): Cell[] => {
    const fields = new Map<string, Cell>(Object.entries(row));
    return names.map((name) => fields.get(name));
  };
  return toCsv(names, rows.map(cellsOf));
}
