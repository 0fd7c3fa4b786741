/** Thresholds as CSV, to and from. Cells are escaped so that a spreadsheet shows text and runs no formula. */
import { CsvError, type Info, parse } from 'csv-parse/sync';
import {
  maxImportRows,
  optionalThresholdColumns,
  thresholdFileColumns,
} from '#contract/threshold-import-export.ts';
import { numberFormat } from '#domain/intl-formats.ts';
import type { Threshold } from '#domain/threshold.ts';
import { toCsv, unquoteLaterFormulas } from '../base/csv.ts';
import { AppError } from '../base/errors.ts';
import { quoteNames } from './quote-names.ts';

type Column = (typeof thresholdFileColumns)[number];
type OptionalColumn = (typeof optionalThresholdColumns)[number];
export type CsvRow = Readonly<Record<Column, string> & Partial<Record<OptionalColumn, string>>>;
export const tooManyRows = () =>
  new AppError('invalid_request', `Un archivo lleva como mucho ${maxImportRows} umbrales.`);
const allColumns = [...thresholdFileColumns, ...optionalThresholdColumns];

/**
 * `toCsv` prefixes formulas with a quote, removed on reading; text that begins with a quote gets another. A full-width sign
 * begins a formula, too.
 */
const escapeFormula = (text: string) => (text.startsWith("'") ? `'${text}` : text);
const unescapeFormula = (text: string) =>
  unquoteLaterFormulas(/^'[=+\-@\t\r'＝＋－＠]/.test(text) ? text.slice(1) : text);

/** What people read for what is a word on the wire. */
const words: Readonly<Record<string, string>> = {
  collectible: 'coleccionable',
  match: 'partido',
  below: 'por_debajo',
  above: 'por_encima',
  change: 'variacion',
  low: 'minimo',
  user: 'usuario',
  kickoff: 'inicio',
  currency: 'moneda',
  expired: 'caducado',
  mail: 'correo',
};
const wireWords = new Map(Object.entries(words).map(([wire, written]) => [written, wire]));
const written = (word: string) => words[word] ?? word;
/** A word that is none of them stays, and is refused as such. */
export const toWireWord = (word: string): string => wireWords.get(word) ?? word;

/** Hundredths as people write them. */
const decimal = (hundredths: number, minimumFractionDigits: number) =>
  numberFormat({ minimumFractionDigits, useGrouping: false }).format(hundredths / 100);
const percent = (basisPoints: number) => `${decimal(basisPoints, 0)} %`;

function writtenValue({ condition, value }: Pick<Threshold, 'condition' | 'value'>): string {
  if (condition === 'change') return percent(value);
  return condition === 'low' ? `${value} días` : decimal(value, 2);
}

/** The unit that a number may have behind it. */
const unitOf = (condition: string) =>
  condition === 'change' ? '%' : condition === 'low' ? 'días?' : '€';

/**
 * A number as people write it: `180`, `180,5`, `1.180,00 €`, `5 %`, `30 días`.
 * @returns hundredths, of days whole ones; the text itself when it is no such number, to be refused as one
 */
export function readValue(text: string, condition: string): number | string {
  const [, digits] =
    new RegExp(`^(\\d[\\d.,]{0,15})\\s?(?:${unitOf(condition)})?$`, 'u').exec(text) ?? [];
  if (digits === undefined) return text;
  const isGrouped = digits.includes(',') || /^[1-9]\d{0,2}(\.\d{3})+$/.test(digits);
  const number = Number(isGrouped ? digits.replaceAll('.', '').replace(',', '.') : digits);
  const units = condition === 'low' ? number : Number((number * 100).toFixed(6));
  return Number.isInteger(units) ? units : text;
}

/** @param nameOf what a threshold watches, in words */
export function thresholdsToCsv(
  thresholds: Readonly<Record<string, Threshold>>,
  nameOf: (id: string) => string,
): string {
  const rows = Object.entries(thresholds).map(([id, { target, pause, ...threshold }]) => {
    const row: Record<Column | OptionalColumn, string> = {
      id,
      objetivo: written(target.kind),
      objetivo_id: target.id,
      categoria: (target.kind === 'match' && target.category) || '',
      condicion: written(threshold.condition),
      valor: writtenValue(threshold),
      moneda: threshold.currency,
      margen: percent(threshold.bandBp),
      pausa: pause === null ? '' : written(pause),
      silenciado_hasta: threshold.snoozedUntil ?? '',
      nota: threshold.note ?? '',
      caduca_en: threshold.expiresAt ?? '',
      canales: threshold.channels?.map(written).join(' ') ?? '',
      nombre: nameOf(id),
    };
    return allColumns.map((column) => escapeFormula(row[column]));
  });
  return toCsv(allColumns, rows);
}

/**
 * As spreadsheets write it: separated by commas, semicolons or tabs, or as a first line `sep=` says; with cells left out at the end
 * of a line, and with lines and columns without content.
 * @returns rows with the line each ends at, the file's first being line 1
 * @throws AppError `invalid_request` for invalid CSV or other columns
 */
export function parseThresholdCsv(text: string): { line: number; row: CsvRow }[] {
  const { body, headerLine, delimiter } = findHeader(text);
  assertLines(body, headerLine);
  try {
    const [header, ...rows] = parse(body, {
      delimiter,
      relax_column_count: true,
      skip_empty_lines: true,
      skip_records_with_empty_values: true,
      // The header, and one more than may be.
      to: 1 + maxImportRows + 1,
      record_delimiter: ['\r\n', '\n', '\r'],
      info: true,
      // Its types do not know what `info` adds.
    }) as unknown as { readonly record: string[]; readonly info: Info }[];
    if (!header) return [];
    const columns = findColumns(header.record, headerLine);
    return rows.map(({ record, info }) => {
      const line = headerLine - 1 + info.lines;
      return { line, row: toRow(columns, record, line) };
    });
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const { lines } = error;
    const where = typeof lines === 'number' ? `Línea ${headerLine - 1 + lines}: ` : '';
    throw new AppError('invalid_request', `${where}${messageOf(error)}`, { cause: error });
  }
}

const hasContent = (cell: string) => cell.trim() !== '';

const lineEnds = new Set('\r\n');
const fillers = new Set('\r\n\t ;,\u00A0');

/** Leaves out what spreadsheets write around the rows: a first line `sep=`, and lines without content. */
function findHeader(text: string): { body: string; headerLine: number; delimiter: string } {
  const [start = '', separator] =
    /^\uFEFF?(?:"?sep=([^\r\n"])"?[^\r\n]*(?:\r\n|[\r\n]|$))?/i.exec(text) ?? [];
  let from = start.length;
  for (let index = from; fillers.has(text.charAt(index)); index += 1)
    if (lineEnds.has(text.charAt(index))) from = index + 1;
  let to = text.length;
  for (let index = to - 1; index >= from && fillers.has(text.charAt(index)); index -= 1)
    if (lineEnds.has(text.charAt(index))) to = index;
  const headerLine = 1 + (text.slice(0, from).match(/\r\n|[\r\n]/g)?.length ?? 0);
  const body = text.slice(from, to);
  const header = /[^\r\n]*/.exec(body)?.[0] ?? '';
  const countOf = (delimiter: string) => header.split(delimiter).length;
  const [commonest = ','] = [',', ';', '\t'].toSorted((a, b) => countOf(b) - countOf(a));
  return { body, headerLine, delimiter: separator ?? commonest };
}

/** Blank ones among them, and those within a cell: far more than thresholds, and no line as long as a file. */
const maxLines = 10 * maxImportRows;
const maxLineLength = 8_192;

/** Before anything is parsed. @throws AppError `invalid_request` */
function assertLines(body: string, firstLine: number): void {
  let lines = 0;
  let start = 0;
  for (const { index } of body.matchAll(/\r\n|[\r\n]|$/g)) {
    lines += 1;
    if (lines > maxLines) throw tooManyRows();
    if (index - start > maxLineLength)
      throw new AppError('invalid_request', `Línea ${firstLine - 1 + lines}: es demasiado larga.`);
    start = index + 1;
  }
}

/** By the index of its cells. */
type Columns = ReadonlyMap<number, string>;

/** @throws AppError where a cell has no column */
function toRow(columns: Columns, cells: readonly string[], line: number): CsvRow {
  const stray = cells.some((cell, index) => !columns.has(index) && hasContent(cell));
  if (stray)
    throw new AppError('invalid_request', `Línea ${line}: debe tener ${columns.size} columnas.`);
  const entries = [...columns].map(([index, name]) => {
    const cell = cells[index] ?? '';
    // Only categories may begin or end with a space.
    return [name, unescapeFormula(name === 'categoria' ? cell : cell.trim())];
  });
  return Object.fromEntries(entries) as CsvRow;
}

/**
 * Those with a name; capitals, accents and spaces do not matter: `Categoría`, `OBJETIVO ID`.
 * @throws AppError
 */
function findColumns(header: readonly string[], line: number): Columns {
  const fail = (problem: string) => new AppError('invalid_request', `Línea ${line}: ${problem}`);
  const columns = new Map<number, string>();
  for (const [index, written] of header.entries()) {
    if (!hasContent(written)) continue;
    // No name is as long, and compatibility forms lengthen text.
    const plain = written
      .slice(0, 64)
      .normalize('NFKD')
      .replace(/\p{M}/gu, '')
      .trim()
      .toLowerCase();
    const name = plain.replace(/\s+/g, '_');
    if (!allColumns.some((column) => column === name))
      throw fail(`no conocemos la columna ${quoteNames([written.trim()])}.`);
    columns.set(index, name);
  }
  const names = new Set(columns.values());
  const missing = thresholdFileColumns.find((column) => !names.has(column));
  if (missing !== undefined) throw fail(`falta la columna ${missing}.`);
  if (names.size < columns.size) throw fail('hay una columna repetida.');
  return columns;
}

function messageOf({ code }: CsvError): string {
  if (code === 'CSV_QUOTE_NOT_CLOSED') return 'unas comillas se abren y no se cierran.';
  return 'no es CSV: revisa las comillas.';
}
