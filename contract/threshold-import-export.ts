/** Schemas of threshold files: `GET /api/users/thresholds?format`, `POST /api/users/thresholds/import`. */
import * as z from 'zod/mini';
import { identifier } from './primitives.ts';
import { importedThreshold, threshold, thresholdRule } from './threshold.ts';

export const thresholdFileFormats = ['json', 'csv'] as const;
export type FileFormat = (typeof thresholdFileFormats)[number];

/** The JSON export; the import accepts the same, and ignores what the server sets. */
export const thresholdsFile = z.strictObject({ umbrales: z.record(z.string(), threshold) });
export const thresholdsFileInput = z.strictObject({
  umbrales: z.record(identifier, importedThreshold),
});

/**
 * The columns of the CSV, all required, in this order; words of people for what is a word in JSON, and of `valor` and `margen` what
 * people write: `180,00`, `5 %`, `30 días`. An empty `id` creates a threshold.
 */
export const thresholdFileColumns = [
  'id',
  'objetivo',
  'objetivo_id',
  'categoria',
  'condicion',
  'valor',
  'moneda',
  'margen',
  'pausa',
  'silenciado_hasta',
] as const;
/**
 * Columns that a file may leave out, which leaves what is stored; exports end with them. An empty cell clears it. `canales`: ids
 * with spaces between them; empty means all. `nombre` says what is watched, and is not read.
 */
export const optionalThresholdColumns = ['nota', 'caduca_en', 'canales', 'nombre'] as const;

/** No plan allows more thresholds. */
export const maxImportRows = 1_000;

/** `dryRun=1` changes nothing. `skipInvalid=1` leaves out lines with an error, instead of importing none. */
export const importQuery = z.strictObject({
  dryRun: z._default(z.enum(['0', '1']), '0'),
  skipInvalid: z._default(z.enum(['0', '1']), '0'),
});

const importOutcomes = ['create', 'change', 'same', 'reject'] as const;
const importLine = z.strictObject({
  /** Line of the CSV, its header being 1; position in the JSON, from 1. */
  line: z.int(),
  /** null where the file has none, or an invalid one. */
  id: z.nullable(z.string()),
  /** Its rule; absent where the line has none that is valid. */
  threshold: z.optional(thresholdRule),
  /** What it watches, as in the list of thresholds; absent where there is no such thing. */
  matchName: z.optional(z.string()),
  part: z.optional(z.nullable(z.string())),
  category: z.optional(z.nullable(z.string())),
  outcome: z.enum(importOutcomes),
  /** A Spanish sentence per error; empty unless `reject`. */
  errors: z.array(z.string()),
});
export type ImportLine = z.infer<typeof importLine>;

export const importReport = z.strictObject({
  /** false after a dry run. */
  applied: z.boolean(),
  /** How many lines of each outcome. */
  total: z.strictObject({
    create: z.int(),
    change: z.int(),
    same: z.int(),
    reject: z.int(),
  }),
  lines: z.array(importLine),
  /** The plan limit exceeded, and the plan that would allow it; null when within the limits. */
  limit: z.nullable(
    z.strictObject({ error: z.string(), requiredPlan: z.nullable(z.enum(['premium', 'elite'])) }),
  ),
});
export type ImportReport = z.infer<typeof importReport>;
