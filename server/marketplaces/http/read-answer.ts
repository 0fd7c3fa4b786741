/** Reads one answer by a source's mapping; a malformed listing affects only itself. Runs in a process of its own (answer-process.ts). */
import { parse as parseCsv } from 'csv-parse/sync';
import { compileExpression, messageOf } from './expression.ts';
import { type Listing, parseListing } from './listing.ts';
import type { MappedSource } from './mapping.ts';

export interface Page {
  /** How many listings the whole market has; null = the market does not say. */
  readonly total: number | null;
  /** Cursor or address of the next page; null = none. */
  readonly next: string | null;
  readonly rows: number;
  readonly listings: readonly Listing[];
  /** What is wrong with each listing that has no usable id. */
  readonly unreadable: readonly string[];
}

/** `content`: neither JSON nor CSV. `shape`: no list of listings. `expression`: of the list, the total or the next page. */
export interface AnswerFault {
  readonly fault: 'content' | 'shape' | 'expression';
  /** Spanish, for the operator. */
  readonly detail: string;
}

type Shape = Pick<MappedSource, 'answer' | 'listing' | 'prices' | 'decimalMark'> & {
  readonly request: Pick<MappedSource['request'], 'format' | 'paging'>;
};
export type AnswerReader = (body: string) => Promise<Page | AnswerFault>;

/** A page without a declared size has at most so many. */
const maxRows = 20_000;

/** @throws for an expression that cannot be parsed; a mapping's can */
export function createAnswerReader(shape: Shape): AnswerReader {
  const { paging, format } = shape.request;
  const listings = compileExpression(shape.answer.listings);
  const total = shape.answer.total === undefined ? null : compileExpression(shape.answer.total);
  const next = 'next' in paging ? compileExpression(paging.next) : null;
  const fields = Object.entries(shape.listing).map(
    ([name, text]) => [name, compileExpression(text ?? '')] as const,
  );
  const size = ('size' in paging ? paging.size : undefined) ?? maxRows;

  async function readRows(rows: readonly unknown[], answer: unknown) {
    const found: Listing[] = [];
    const unreadable: string[] = [];
    for (const row of rows) {
      const values: Record<string, unknown> = {};
      const faults: string[] = [];
      for (const [name, evaluate] of fields) {
        try {
          values[name] = await evaluate(row, answer);
        } catch (error) {
          // No value of any field is valid.
          values[name] = Symbol.for(name);
          faults.push(`${name}: ${messageOf(error)}`);
        }
      }
      const listing = parseListing(values, shape);
      if (listing !== null) found.push(faults.length === 0 ? listing : { ...listing, faults });
      else
        unreadable.push(faults[0] ?? `id: ${JSON.stringify(values.id) ?? 'falta'}`.slice(0, 100));
    }
    return { listings: found, unreadable };
  }

  return async (body) => {
    const answer = parseBody(body, format);
    if (answer === null) return { fault: 'content', detail: `La respuesta no es ${format}.` };
    let said: { rows: unknown; total: unknown; next: unknown };
    try {
      said = {
        rows: await listings(answer.value),
        total: (await total?.(answer.value)) ?? null,
        next: (await next?.(answer.value)) ?? null,
      };
    } catch (error) {
      return { fault: 'expression', detail: `Una expresión ha fallado: ${messageOf(error)}.` };
    }
    const fault = (detail: string): AnswerFault => ({ fault: 'shape', detail });
    // One match of a path is no list for JSONata.
    const rows = [said.rows ?? []].flat();
    if (said.rows === undefined && said.total === null && said.next === null)
      return fault('La expresión listings no encuentra nada en la respuesta.');
    if (rows.length > size)
      return fault(`Una página trae ${rows.length} anuncios, más de ${size}.`);
    if (!isTotal(said.total)) return fault('La expresión total no da un número de anuncios.');
    if (!isNext(said.next)) return fault('La expresión next no da un texto.');
    return {
      total: said.total,
      next: said.next === null ? null : String(said.next),
      rows: rows.length,
      ...(await readRows(rows, answer.value)),
    };
  };
}

const isTotal = (value: unknown): value is number | null =>
  value === null || (Number.isInteger(value) && Number(value) >= 0 && Number(value) <= 1_000_000);

const isNext = (value: unknown): value is string | number | null =>
  value === null ||
  typeof value === 'number' ||
  (typeof value === 'string' && value.length <= 4_000);

function parseBody(
  body: string,
  format: MappedSource['request']['format'],
): { readonly value: unknown } | null {
  try {
    if (format === 'json') return { value: JSON.parse(body) as unknown };
    return {
      value: parseCsv(body, { bom: true, columns: true, skip_empty_lines: true, trim: true }),
    };
  } catch {
    return null;
  }
}
