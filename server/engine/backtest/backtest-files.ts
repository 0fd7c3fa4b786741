/**
 * Reads and writes the CSV files of a backtest (docs/alerts.md, “Backtest files”). Strict: one error makes the whole run
 * worthless, so the first is reported with its file and line and nothing is written.
 */
import { isUtf8 } from 'node:buffer';
import { readFile } from 'node:fs/promises';
import { CsvError, parse } from 'csv-parse/sync';
import {
  type Condition,
  conditions,
  defaultBandBp,
  maxBandBp,
  priceBounds,
  type Target,
  valueBounds,
} from '#domain/threshold.ts';
import type { CatalogueItem } from '../../market-model/catalogue-item.ts';
import { parseInstant } from '../../marketplaces/parse-instant.ts';
import type { EngineReading } from '../engine-types.ts';
import type { BacktestFiring, BacktestRule } from './backtest.ts';
import type { ReachRow } from './reach.ts';

/** The message is one line for the operator: file, line and error. */
export class MalformedFileError extends Error {}

const currency = 'XXX';
/** A price may be this far ahead of now (docs/alerts.md, rule 2). */
const clockToleranceMs = 60_000;

export interface RecordedReading extends EngineReading {
  /** `observed_at` as written in the file; alerts repeat it. */
  readonly text: string;
}

export interface RecordedRule extends BacktestRule {
  readonly createdAtText: string;
}

interface Row<Column extends string> {
  readonly cells: Record<Column, string>;
  readonly malformed: (message: string) => MalformedFileError;
}

/** @throws MalformedFileError */
export async function readCatalogue(path: string): Promise<Map<string, CatalogueItem>> {
  const columns = ['collectible', 'match_number', 'city', 'category', 'rarity'] as const;
  const catalogue = new Map<string, CatalogueItem>();
  for (const { cells, malformed } of await readRows(path, columns)) {
    const { collectible: id, match_number: matchId, category } = cells;
    if (id === '') throw malformed('collectible is empty');
    if (catalogue.has(id)) throw malformed(`collectible ${id} is repeated`);
    if (integerOf(matchId) === null) throw malformed(`match_number "${matchId}" is not a number`);
    if (category === '') throw malformed('category is empty');
    catalogue.set(id, { id, matchId, category, currency });
  }
  return catalogue;
}

/**
 * @param nowMs wall time of the run, epoch milliseconds
 * @throws MalformedFileError
 */
export async function readPrices(
  path: string,
  catalogue: ReadonlyMap<string, CatalogueItem>,
  nowMs: number,
): Promise<RecordedReading[]> {
  const columns = ['observed_at', 'collectible', 'floor_cents'] as const;
  const readings: { observedAtMs: number; text: string; floors: Map<string, number | null> }[] = [];
  for (const { cells, malformed } of await readRows(path, columns)) {
    const observedAtMs = instantOf(cells.observed_at, 'observed_at', malformed);
    if (observedAtMs > nowMs + clockToleranceMs) throw malformed('observed_at is in the future');
    if (!catalogue.has(cells.collectible)) {
      throw malformed(`unknown collectible "${cells.collectible}"`);
    }
    const floorCents = cells.floor_cents === '' ? null : integerOf(cells.floor_cents);
    if (cells.floor_cents !== '' && !isWithin(floorCents, priceBounds)) {
      throw malformed(`floor_cents "${cells.floor_cents}" is not an integer from 1 to 1000000000`);
    }
    let reading = readings.at(-1);
    if (reading !== undefined && observedAtMs < reading.observedAtMs) {
      throw malformed('observed_at is earlier than the line before');
    }
    if (reading?.observedAtMs !== observedAtMs) {
      reading = { observedAtMs, text: cells.observed_at, floors: new Map() };
      readings.push(reading);
    }
    // Of several of one instant the last counts.
    reading.floors.set(cells.collectible, floorCents);
  }
  return readings.map(({ floors, ...reading }) => ({
    ...reading,
    ticks: Array.from(floors, ([collectibleId, floorCents]) => ({ collectibleId, floorCents })),
  }));
}

/** @throws MalformedFileError */
export async function readRules(
  path: string,
  catalogue: ReadonlyMap<string, CatalogueItem>,
): Promise<RecordedRule[]> {
  const columns = [
    'threshold_id',
    'created_at',
    'target_kind',
    'target_id',
    'category',
    'condition',
    'value',
    'band_bp',
  ] as const;
  const rules = new Map<string, RecordedRule>();
  for (const { cells, malformed } of await readRows(path, columns)) {
    const id = cells.threshold_id;
    if (id === '') throw malformed('threshold_id is empty');
    if (rules.has(id)) throw malformed(`threshold_id ${id} is repeated`);
    const condition = conditionOf(cells.condition, malformed);
    const bounds = valueBounds[condition];
    const value = integerOf(cells.value);
    if (!isWithin(value, bounds)) {
      throw malformed(
        `value "${cells.value}" is not an integer from ${bounds.min} to ${bounds.max}`,
      );
    }
    const bandBp = cells.band_bp === '' ? defaultBandBp : integerOf(cells.band_bp);
    if (!isWithin(bandBp, { min: 0, max: maxBandBp })) {
      throw malformed(`band_bp "${cells.band_bp}" is not an integer from 0 to ${maxBandBp}`);
    }
    rules.set(id, {
      id,
      createdAtMs: instantOf(cells.created_at, 'created_at', malformed),
      createdAtText: cells.created_at,
      target: targetOf(cells, catalogue, malformed),
      condition,
      value,
      bandBp,
      currency,
    });
  }
  return [...rules.values()];
}

/** Alerts as CSV: by instant, then threshold bytewise, then episode. */
export function formatAlerts(
  firings: readonly BacktestFiring[],
  { readings, rules }: { readings: readonly RecordedReading[]; rules: readonly RecordedRule[] },
): string {
  const readingText = new Map(readings.map(({ observedAtMs, text }) => [observedAtMs, text]));
  const ruleText = new Map(rules.map(({ id, createdAtText }) => [id, createdAtText]));
  const lines = firings
    .map((firing) => ({ firing, bytes: Buffer.from(firing.thresholdId, 'utf8') }))
    .sort(
      (a, b) =>
        a.firing.observedAtMs - b.firing.observedAtMs ||
        Buffer.compare(a.bytes, b.bytes) ||
        a.firing.episode - b.firing.episode,
    )
    .map(({ firing }) => {
      const { thresholdId, episode, observedAtMs, valueCents, already } = firing;
      const text = already ? ruleText.get(thresholdId) : readingText.get(observedAtMs);
      return [quoted(thresholdId), episode, text, valueCents, already ? 1 : 0].join(',');
    });
  const header = 'threshold_id,episode,observed_at,value_cents,already';
  return `${[header, ...lines].join('\n')}\n`;
}

/** What happened to lines like those of the rules, as CSV in the order given. */
export function formatReach(rows: readonly ReachRow<RecordedRule>[]): string {
  const lines = rows.map(({ rule, days, share, cases, reached }) =>
    [
      quoted(rule.id),
      rule.createdAtText,
      days,
      share?.toFixed(4) ?? '',
      cases,
      reached === null ? '' : Number(reached),
    ].join(','),
  );
  return `${['threshold_id,asked_at,days,share,cases,reached', ...lines].join('\n')}\n`;
}

function targetOf(
  cells: Record<'target_kind' | 'target_id' | 'category', string>,
  catalogue: ReadonlyMap<string, CatalogueItem>,
  malformed: (message: string) => MalformedFileError,
): Target {
  const { target_kind: kind, target_id: id, category } = cells;
  if (kind === 'collectible') {
    if (category !== '') throw malformed('a collectible target takes no category');
    if (!catalogue.has(id)) throw malformed(`unknown collectible "${id}"`);
    return { kind, id };
  }
  if (kind !== 'match') throw malformed(`unknown target_kind "${kind}"`);
  const inMatch = [...catalogue.values()].filter((item) => item.matchId === id);
  if (inMatch.length === 0) throw malformed(`unknown match "${id}"`);
  if (category !== '' && !inMatch.some((item) => item.category === category)) {
    throw malformed(`match ${id} has no category "${category}"`);
  }
  return { kind, id, category: category === '' ? null : category };
}

function conditionOf(text: string, malformed: (message: string) => MalformedFileError): Condition {
  const condition = conditions.find((known) => known === text);
  if (condition === undefined) throw malformed(`unknown condition "${text}"`);
  return condition;
}

function instantOf(
  text: string,
  column: string,
  malformed: (message: string) => MalformedFileError,
): number {
  const instant = parseInstant(text);
  if (instant === null) {
    throw malformed(`${column} "${text}" is not an ISO 8601 instant with its offset`);
  }
  return instant.getTime();
}

/** Plain digits only: no sign, no exponent, no spaces, no leading zeros. */
const integerOf = (text: string): number | null =>
  /^(0|[1-9]\d{0,14})$/.test(text) ? Number(text) : null;

const isWithin = (
  value: number | null,
  { min, max }: { min: number; max: number },
): value is number => value !== null && value >= min && value <= max;

const quoted = (text: string): string =>
  /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;

/** LF or CRLF, with or without a byte order mark; columns exactly as named, in any order. */
async function readRows<Column extends string>(
  path: string,
  columns: readonly Column[],
): Promise<Row<Column>[]> {
  const malformedAt = (line: number, message: string) =>
    new MalformedFileError(`${path}:${line}: ${message.replaceAll(/\s+/g, ' ')}`);
  const bytes = await readFile(path).catch((cause: unknown) => {
    throw new MalformedFileError(`${path}: cannot be read (${codeOf(cause)})`, { cause });
  });
  if (!isUtf8(bytes)) throw malformedAt(firstLineNotUtf8(bytes), 'the text is not UTF-8');
  const text = bytes.toString('utf8');
  const records = parseCsv(text, malformedAt);
  const header = records[0]?.record ?? [];
  const unknown = header.find((name) => !columns.some((column) => column === name));
  if (unknown !== undefined) throw malformedAt(1, `unknown column "${unknown}"`);
  const missing = columns.find((column) => !header.includes(column));
  if (missing !== undefined) throw malformedAt(1, `column ${missing} is missing`);
  if (header.length !== columns.length) throw malformedAt(1, 'a column is repeated');
  return records.slice(1).map(({ record, info }) => {
    if (record.length !== columns.length) {
      throw malformedAt(info.lines, `${record.length} fields where ${columns.length} are expected`);
    }
    const cells = Object.fromEntries(
      columns.map((column) => [column, record[header.indexOf(column)] ?? '']),
    ) as Record<Column, string>;
    return { cells, malformed: (message: string) => malformedAt(info.lines, message) };
  });
}

function parseCsv(
  text: string,
  malformedAt: (line: number, message: string) => MalformedFileError,
): { record: string[]; info: { lines: number } }[] {
  try {
    return parse(text, {
      bom: true,
      info: true,
      relax_column_count: true,
      record_delimiter: ['\n', '\r\n'],
    }) as unknown as { record: string[]; info: { lines: number } }[];
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw malformedAt(Number(error.lines ?? 1), error.message);
  }
}

/** Invalid UTF-8 is reported, not replaced: a replacement character would silently change an id. */
function firstLineNotUtf8(bytes: Buffer): number {
  let line = 1;
  for (let from = 0; from < bytes.length; line += 1) {
    const end = bytes.indexOf('\n', from);
    const to = end === -1 ? bytes.length : end + 1;
    if (!isUtf8(bytes.subarray(from, to))) return line;
    from = to;
  }
  return line;
}

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : String(error);
