/** Thresholds as CSV, to and from. Cells are escaped so that a spreadsheet shows text and runs no formula. */
import { CsvError, parse } from 'csv-parse/sync';
import type { Umbral } from '#contract/threshold.ts';
import {
  maxImportRows,
  optionalThresholdColumns,
  thresholdColumns,
} from '#contract/threshold-import-export.ts';
import { toCsv, unquoteLaterFormulas } from '../../csv.ts';
import { AppError } from '../../errors.ts';
import { quoteNames } from './quote-names.ts';

type Column = (typeof thresholdColumns)[number];
type OptionalColumn = (typeof optionalThresholdColumns)[number];
export type CsvRow = Readonly<Record<Column, string> & Partial<Record<OptionalColumn, string>>>;
export const tooManyRows = () =>
  new AppError('invalid_request', `Un archivo lleva como mucho ${maxImportRows} umbrales.`);
const allColumns = [...thresholdColumns, ...optionalThresholdColumns];

/**
 * `toCsv` prefixes formulas with a quote, removed on reading; text that begins with a quote gets another. A full-width sign
 * begins a formula, too.
 */
const escapeFormula = (text: string) => (text.startsWith("'") ? `'${text}` : text);
const unescapeFormula = (text: string) =>
  unquoteLaterFormulas(/^'[=+\-@\t\r'＝＋－＠]/.test(text) ? text.slice(1) : text);

export function thresholdsToCsv(umbrales: Readonly<Record<string, Umbral>>): string {
  const rows = Object.entries(umbrales).map(([id, umbral]) => {
    const row: Record<Column | OptionalColumn, string | number> = {
      id,
      objetivo: umbral.objetivo.tipo,
      objetivo_id: umbral.objetivo.id,
      categoria: (umbral.objetivo.tipo === 'partido' && umbral.objetivo.categoria) || '',
      condicion: umbral.condicion,
      valor: umbral.valor,
      moneda: umbral.moneda,
      banda: umbral.banda ?? '',
      pausa: umbral.pausa ?? '',
      silenciado_hasta: umbral.silenciadoHasta ?? '',
      nota: umbral.nota ?? '',
      caduca_en: umbral.caducaEn ?? '',
      canales: umbral.canales?.join(' ') ?? '',
    };
    const cell = (value: string | number) =>
      typeof value === 'string' ? escapeFormula(value) : value;
    return allColumns.map((column) => cell(row[column]));
  });
  return toCsv(allColumns, rows);
}

/**
 * Commas or semicolons, which Spanish spreadsheets write.
 * @returns rows with the line each ends at, the header being line 1
 * @throws AppError `invalid_request` for invalid CSV or other columns
 */
export function parseThresholdCsv(text: string): { line: number; row: CsvRow }[] {
  assertLines(text);
  const header = /^\uFEFF?([^\r\n]*)/.exec(text)?.[1] ?? '';
  const delimiter = header.includes(';') && !header.includes(',') ? ';' : ',';
  let columns = 0;
  try {
    const records: { record: Record<string, string>; info: { lines: number } }[] = parse(text, {
      bom: true,
      columns: (names: string[]) => {
        columns = names.length;
        return validateColumns(names.map((name) => name.trim()));
      },
      delimiter,
      skip_empty_lines: true,
      // One more than allowed, which the caller refuses: the rest is not worth the time.
      to: maxImportRows + 1,
      record_delimiter: ['\r\n', '\n', '\r'],
      info: true,
    });
    return records.map(({ record, info }) => {
      // Only categories may begin or end with a space.
      const text = (column: Column | OptionalColumn) =>
        column === 'categoria' ? (record[column] ?? '') : (record[column] ?? '').trim();
      const cell = (column: Column | OptionalColumn) => unescapeFormula(text(column));
      const given = allColumns.filter((column) => record[column] !== undefined);
      const row = Object.fromEntries(given.map((column) => [column, cell(column)]));
      return { line: info.lines, row: row as CsvRow };
    });
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const where = typeof error.lines === 'number' ? `Línea ${error.lines}: ` : '';
    throw new AppError('invalid_request', `${where}${messageOf(error, columns)}`, { cause: error });
  }
}

/** Blank ones and those within a cell among them: far more than thresholds, and none as long as a file. */
const maxLines = 10 * maxImportRows;
const maxLineLength = 8_192;

/** Before anything is parsed. @throws AppError `invalid_request` */
function assertLines(text: string): void {
  let lines = 0;
  let start = 0;
  for (const { index } of text.matchAll(/\r\n|[\r\n]|$/g)) {
    lines += 1;
    if (lines > maxLines) throw tooManyRows();
    if (index - start > maxLineLength)
      throw new AppError('invalid_request', `Línea ${lines}: es demasiado larga.`);
    start = index + 1;
  }
}

function validateColumns(names: string[]): string[] {
  const unknown = names.find((name) => !allColumns.some((column) => column === name));
  if (unknown !== undefined)
    throw new AppError(
      'invalid_request',
      `Línea 1: no conocemos la columna ${quoteNames([unknown])}.`,
    );
  const missing = thresholdColumns.find((column) => !names.includes(column));
  if (missing !== undefined)
    throw new AppError('invalid_request', `Línea 1: falta la columna ${missing}.`);
  if (new Set(names).size < names.length)
    throw new AppError('invalid_request', 'Línea 1: hay una columna repetida.');
  return names;
}

function messageOf({ code }: CsvError, columns: number): string {
  if (code === 'CSV_RECORD_INCONSISTENT_COLUMNS') return `debe tener ${columns} columnas.`;
  if (code === 'CSV_QUOTE_NOT_CLOSED') return 'unas comillas se abren y no se cierran.';
  return 'no es CSV: revisa las comillas.';
}
