/** Schemas of threshold files: `GET /api/users/thresholds?formato`, `POST /api/users/thresholds/import`. */
import * as z from 'zod/mini';
import { identifier } from './primitives.ts';
import { umbral, umbralDraft, umbralInput } from './threshold.ts';

export const thresholdFileFormats = ['json', 'csv'] as const;
export type ThresholdFileFormat = (typeof thresholdFileFormats)[number];

/** The JSON export; the import accepts the same, and ignores `version` and `creadoEn`. */
export const thresholdsFile = z.strictObject({ umbrales: z.record(z.string(), umbral) });
export const thresholdsFileInput = z.strictObject({ umbrales: z.record(identifier, umbralInput) });

/** The columns of the CSV, all required, in this order; values as in JSON. An empty `id` creates a threshold. */
export const thresholdColumns = [
  'id',
  'objetivo',
  'objetivo_id',
  'categoria',
  'condicion',
  'valor',
  'moneda',
  'banda',
  'pausa',
  'silenciado_hasta',
] as const;
/**
 * Columns that a file may leave out, which leaves what is stored; exports end with them. An empty cell clears it. `canales`: ids
 * with spaces between them; empty means all.
 */
export const optionalThresholdColumns = ['nota', 'caduca_en', 'canales'] as const;

/** No plan allows more thresholds. */
export const maxImportRows = 1_000;

/** `prueba=1`: dry run. `omitir=1`: leaves out lines with an error, instead of importing none. */
export const importQuery = z.strictObject({
  prueba: z._default(z.enum(['0', '1']), '0'),
  omitir: z._default(z.enum(['0', '1']), '0'),
});

const importOutcomes = ['crear', 'cambiar', 'igual', 'rechazar'] as const;
const importLine = z.strictObject({
  /** Line of the CSV, its header being 1; position in the JSON, from 1. */
  linea: z.int(),
  /** null where the file has none, or an invalid one. */
  id: z.nullable(z.string()),
  /** Its rule; absent where the line has none that is valid. */
  umbral: z.optional(umbralDraft),
  resultado: z.enum(importOutcomes),
  /** A Spanish sentence per error; empty unless `rechazar`. */
  errores: z.array(z.string()),
});
export type ImportLine = z.infer<typeof importLine>;

export const importReport = z.strictObject({
  /** false after a dry run. */
  aplicado: z.boolean(),
  /** How many lines of each outcome. */
  total: z.strictObject({
    crear: z.int(),
    cambiar: z.int(),
    igual: z.int(),
    rechazar: z.int(),
  }),
  lineas: z.array(importLine),
  /** The plan limit exceeded, and the plan that would allow it; null when within the limits. */
  limite: z.nullable(
    z.strictObject({ error: z.string(), requiredPlan: z.nullable(z.enum(['premium', 'elite'])) }),
  ),
});
export type ImportReport = z.infer<typeof importReport>;
