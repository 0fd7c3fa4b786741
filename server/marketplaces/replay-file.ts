/** Parses the two CSV files of a recorded market (docs/alerts.md, “Backtest files”); a malformed row affects only itself. */
import { readFile } from 'node:fs/promises';
import { parse } from 'csv-parse/sync';
import { identifierPattern } from '#domain/threshold.ts';
import type { RawTick, Reading, RejectionReason } from '../market-model/marketplace.ts';
import { parseInstant } from './parse-instant.ts';

/** A file that cannot be used at all; the message is one Spanish sentence for the operator. */
export class InvalidMarketFileError extends Error {}

export interface RecordedCollectible {
  readonly id: string;
  readonly matchNumber: number;
  readonly city: string;
  readonly category: string;
  readonly rarity: string;
}

const priceColumns = ['observed_at', 'collectible', 'floor_cents'];
const collectibleColumns = ['collectible', 'match_number', 'city', 'category', 'rarity'];

/** @throws InvalidMarketFileError when it cannot be read */
export async function readMarketFile(path: string): Promise<string> {
  try {
    const text = await readFile(path, 'utf8');
    return text.startsWith('\uFEFF') ? text.slice(1) : text;
  } catch (cause) {
    throw new InvalidMarketFileError(`No se puede leer el archivo de mercado ${path}.`, { cause });
  }
}

/**
 * @returns every reading of the file in its order: consecutive rows of one instant.
 *   Rows that are not ticks are rejections of the reading before them.
 * @throws InvalidMarketFileError when the header is not the expected one
 */
export function parsePrices(path: string, text: string): Reading[] {
  const found: {
    observedAt: string;
    atMs: number;
    ticks: RawTick[];
    rejections: RejectionReason[];
  }[] = [];
  let early: RejectionReason[] = [];
  const reject = (reason: RejectionReason) => (found.at(-1)?.rejections ?? early).push(reason);
  for (const cells of rowsOf(path, text, priceColumns)) {
    const [observedAt, collectible, floor] = cells ?? [];
    if (observedAt === undefined || collectible === undefined || floor === undefined) {
      reject('row');
      continue;
    }
    const instant = parseInstant(observedAt);
    if (instant === null) {
      reject('time');
      continue;
    }
    let current = found.at(-1);
    if (current?.atMs !== instant.getTime()) {
      current = { observedAt, atMs: instant.getTime(), ticks: [], rejections: early };
      early = [];
      found.push(current);
    }
    current.ticks.push({ collectibleId: collectible, floorCents: centsOf(floor) });
  }
  return found.map(({ observedAt, ticks, rejections }) => ({
    observedAt,
    kind: 'changes',
    ticks,
    rejections,
  }));
}

/** @throws InvalidMarketFileError when the header is not the expected one or no row is usable */
export function parseCollectibles(path: string, text: string): RecordedCollectible[] {
  const byId = new Map<string, RecordedCollectible>();
  for (const cells of rowsOf(path, text, collectibleColumns)) {
    const [id = '', number = '', city = '', category = '', rarity = ''] = cells ?? [];
    if (!identifierPattern.test(id) || !/^\d{1,6}$/.test(number) || category === '') continue;
    byId.set(id, { id, matchNumber: Number(number), city, category, rarity });
  }
  if (byId.size === 0) {
    throw new InvalidMarketFileError(`El archivo ${path} no contiene ningún coleccionable.`);
  }
  return [...byId.values()];
}

/** Cells of every row after the header; null for a row with another number of cells. */
function* rowsOf(path: string, text: string, columns: string[]): Generator<string[] | null> {
  const lines = text.split(/\r?\n/);
  if (lines[0] !== columns.join(',')) {
    throw new InvalidMarketFileError(
      `El archivo ${path} debe empezar por la cabecera ${columns.join(',')}.`,
    );
  }
  for (const line of lines.slice(1)) {
    if (line === '') continue;
    const cells = cellsOf(line);
    yield cells.length === columns.length ? cells : null;
  }
}

/** One line at a time, so that a stray quote cannot swallow the rows after it. */
function cellsOf(line: string): string[] {
  if (!line.includes('"')) return line.split(',');
  try {
    return parse(line, { relax_column_count: true })[0] ?? [];
  } catch {
    return [];
  }
}

/** Anything but an integer becomes NaN, which validation rejects as a price. */
const centsOf = (text: string): number | null => {
  if (text === '') return null;
  return /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
};
