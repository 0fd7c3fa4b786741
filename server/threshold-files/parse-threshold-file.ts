/** Parses an uploaded threshold file, CSV or JSON: each line is a threshold, or its errors in Spanish. */
import * as z from 'zod/mini';
import { identifier } from '#contract/primitives.ts';
import { importedThreshold } from '#contract/threshold.ts';
import { maxImportRows } from '#contract/threshold-import-export.ts';
import { defaultBandBp, maxNoteLength } from '#domain/threshold.ts';
import { AppError } from '../base/errors.ts';
import { quoteNames } from './quote-names.ts';
import {
  type CsvRow,
  parseThresholdCsv,
  readValue,
  tooManyRows,
  toWireWord,
} from './threshold-csv.ts';

export interface FileLine {
  readonly line: number;
  readonly id: string | null;
  /** null when the line is not a valid threshold. */
  readonly threshold: z.infer<typeof importedThreshold> | null;
  readonly errors: readonly string[];
}

const messages: Readonly<Record<string, string>> = {
  target: 'El objetivo debe ser «coleccionable» o «partido».',
  'target.kind': 'El objetivo debe ser «coleccionable» o «partido».',
  'target.id': 'Falta qué vigilar, o su id no es válido.',
  'target.category': 'La categoría tiene como mucho 40 letras.',
  condition: 'La condición debe ser «por_debajo», «por_encima», «variacion» o «minimo».',
  value:
    'El valor es un número entero: el precio en céntimos (18000 son 180), el cambio en centésimas de un 1 % (500 son un 5 %) o los días.',
  currency: 'La moneda son tres letras mayúsculas, por ejemplo EUR.',
  bandBp: 'La banda es un número entero de 0 a 5000, en centésimas de un 1 %: 300 son un 3 %.',
  pause: 'La pausa debe estar vacía o ser «usuario».',
  channels: 'Los canales son ids distintos; en CSV, separados por espacios. Sin ninguno, todos.',
  note: `La nota tiene como mucho ${maxNoteLength} letras, en una línea.`,
  expiresAt: 'La caducidad es un instante como 2026-11-21T10:00:00Z.',
  snoozedUntil: 'El silencio termina en un instante como 2026-11-21T10:00:00Z.',
};
/** Of the CSV, where people write what is a number in JSON. */
const csvMessages: Readonly<Record<string, string>> = {
  value: 'El valor es un precio como 180,00, un cambio como 5 % o unos días como 30.',
  bandBp: 'El margen va del 0 al 50 %: 3 %, por ejemplo.',
};
/** What a file that is not UTF-8 has in place of its accents. */
const lostCharacter = '\uFFFD';
const lostMessage = `Trae «${lostCharacter}» donde se perdió una letra: guarda el archivo como UTF-8.`;
const invalidIdMessage = 'El id lleva de 1 a 64 letras, cifras, guiones o guiones bajos.';

/** @throws AppError `invalid_request` when the file as a whole cannot be parsed */
export function parseThresholdFile(body: unknown): FileLine[] {
  const isCsv = typeof body === 'string';
  const entries = isCsv ? fromCsv(body) : fromJson(body);
  if (entries.length === 0)
    throw new AppError('invalid_request', 'El archivo no trae ningún umbral.');
  if (entries.length > maxImportRows) throw tooManyRows();
  const lineById = new Map<string, number>();
  return entries.map(({ line, id, threshold }) => {
    const errors: string[] = [];
    const hasValidId = id === null || identifier.safeParse(id).success;
    if (!hasValidId) errors.push(invalidIdMessage);
    const before = id === null ? undefined : lineById.get(id);
    if (before !== undefined) errors.push(`Ese umbral ya está en la línea ${before}.`);
    else if (id !== null) lineById.set(id, line);
    const parsed = importedThreshold.safeParse(threshold);
    if (JSON.stringify(threshold).includes(lostCharacter)) errors.push(lostMessage);
    if (!parsed.success)
      errors.push(...new Set(parsed.error.issues.map((issue) => messageOf(issue, isCsv))));
    return { line, id: hasValidId ? id : null, threshold: parsed.data ?? null, errors };
  });
}

interface RawLine {
  readonly line: number;
  readonly id: string | null;
  readonly threshold: unknown;
}

const fileShape = z.strictObject({ umbrales: z.record(z.string(), z.unknown()) });

function fromJson(body: unknown): RawLine[] {
  const parsed = fileShape.safeParse(body);
  if (!parsed.success)
    throw new AppError('invalid_request', 'El archivo debe ser {"umbrales": {"id": {…}, …}}.');
  return Object.entries(parsed.data.umbrales).map(([id, threshold], index) => ({
    line: index + 1,
    id,
    threshold,
  }));
}

function fromCsv(text: string): RawLine[] {
  return parseThresholdCsv(text).map(({ line, row }) => ({
    line,
    id: row.id === '' ? null : row.id,
    threshold: thresholdFromRow(row),
  }));
}

function thresholdFromRow(row: CsvRow): unknown {
  const text = (value: string) => (value === '' ? null : value);
  const word = (value: string) => (value === '' ? null : toWireWord(value));
  const condition = toWireWord(row.condicion);
  return {
    target: {
      kind: word(row.objetivo),
      id: row.objetivo_id,
      ...(row.categoria === '' ? {} : { category: row.categoria }),
    },
    condition: condition === '' ? null : condition,
    value: readValue(row.valor, condition),
    currency: row.moneda,
    bandBp: row.margen === '' ? defaultBandBp : readValue(row.margen, 'change'),
    pause: word(row.pausa),
    snoozedUntil: text(row.silenciado_hasta),
    ...(row.nota === undefined ? {} : { note: text(row.nota) }),
    ...(row.caduca_en === undefined ? {} : { expiresAt: text(row.caduca_en) }),
    ...(row.canales === undefined
      ? {}
      : { channels: text(row.canales)?.split(/\s+/).map(toWireWord) ?? null }),
  };
}

/** In the words of the file: those of the CSV are Spanish. */
function messageOf(issue: z.core.$ZodIssue, isCsv: boolean): string {
  const path = issue.path.join('.');
  if (issue.code === 'unrecognized_keys')
    return path === 'target' && issue.keys.includes('category')
      ? 'Solo un objetivo «partido» lleva categoría.'
      : `No conocemos ${quoteNames(issue.keys)}.`;
  // A list’s message is of all its items.
  const list = issue.path[0] === 'channels' ? messages.channels : undefined;
  const message = list ?? messages[path] ?? 'No es un umbral.';
  return isCsv
    ? (csvMessages[path] ?? message)
    : message.replace(/«(\w+)»/g, (_, word: string) => `«${toWireWord(word)}»`);
}
