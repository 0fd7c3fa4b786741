/** Schemas of thresholds one by one (`/api/users/thresholds`) and of watched matches (`/api/users/watched/:matchId`). */
import * as z from 'zod/mini';
import { team } from './monitoring.ts';
import {
  floorCents,
  identifier,
  instant,
  marketPageUrl,
  page,
  pageQuery,
  searchText,
} from './primitives.ts';
import { condiciones, umbral, umbralInput } from './threshold.ts';
import { thresholdFileFormats } from './threshold-import-export.ts';
import { thresholdStatus } from './users.ts';

/** A threshold with what a list shows of it. */
export const thresholdItem = z.strictObject({
  id: identifier,
  umbral,
  estado: thresholdStatus,
  partidoId: identifier,
  partido: z.string(),
  partidoEmpiezaEn: z.nullable(instant),
  /** null when the source does not name the teams. */
  local: z.nullable(team),
  visitante: z.nullable(team),
  /** Name of the collectible, or the category; null for any of a match. */
  parte: z.nullable(z.string()),
  /** Of the collectible, or the one aimed at; null for any of a match. */
  categoria: z.nullable(z.string()),
  /** The target's value now: its floor, for a match the lowest in the threshold's currency. */
  valorActual: floorCents,
  /** Page at the marketplace of the collectible with that value; absent where the source names none. */
  url: z.optional(marketPageUrl),
  /** How far that value is from firing, in basis points of it: 0 or less = there. null when nothing is on sale, and for `minimo`. */
  distanciaBp: z.nullable(z.int()),
  /** When it fired last; null = never. */
  ultimaAlerta: z.nullable(instant),
  /** For `If-Match`: changes whenever what its owner sets, or its pause, changes. */
  etag: z.string(),
});
export type ThresholdItem = z.infer<typeof thresholdItem>;

const thresholdSorts = ['created', 'match', 'distance', 'status'] as const;
export const thresholdStatuses = thresholdStatus.shape.status;

/** With `formato` a file of all thresholds (Premium and Elite), otherwise a page. */
export const thresholdsQuery = z.strictObject({
  ...pageQuery,
  formato: z.optional(z.enum(thresholdFileFormats)),
  match: z.optional(identifier),
  status: z.optional(thresholdStatuses),
  condition: z.optional(z.enum(condiciones)),
  q: z.optional(searchText),
  /** `created`: newest first; `match`: by its name; `distance`: nearest first; `status`: crossed ones first. */
  sort: z._default(z.enum(thresholdSorts), 'created'),
});
export type ThresholdsQuery = z.input<typeof thresholdsQuery>;

export const thresholdsPage = z.strictObject({
  ...page(thresholdItem).shape,
  /** How many of each status match the other filters. */
  porEstado: z.record(thresholdStatuses, z.int()),
});
export type ThresholdsPage = z.infer<typeof thresholdsPage>;

export const thresholdParams = z.strictObject({ id: identifier });

/** The same fields as in the settings. With an `id` of the client's own a repeated request creates one threshold. */
export const thresholdCreation = z.extend(umbralInput, {
  id: z.optional(identifier),
  /** Whether its match joins the watched ones where the plan has room for it; true when absent. */
  vigilar: z.optional(z.boolean()),
});
export type ThresholdCreation = z.infer<typeof thresholdCreation>;

/** Of the match of a new threshold: `nueva`: watched from now on; `limite`: not, as the plan has no room for it. */
const watchOutcomes = ['ya', 'nueva', 'limite', 'no'] as const;
export type WatchOutcome = (typeof watchOutcomes)[number];
export const thresholdCreated = z.extend(thresholdItem, { vigilancia: z.enum(watchOutcomes) });
export type ThresholdCreated = z.infer<typeof thresholdCreated>;

/** Only what changes; an absent field stays. */
export const thresholdPatch = z
  .strictObject({
    objetivo: z.exactOptional(umbralInput.shape.objetivo),
    condicion: z.exactOptional(umbralInput.shape.condicion),
    valor: z.exactOptional(umbralInput.shape.valor),
    moneda: z.exactOptional(umbralInput.shape.moneda),
    banda: umbralInput.shape.banda,
    pausa: umbralInput.shape.pausa,
    silenciadoHasta: umbralInput.shape.silenciadoHasta,
    /** null = all. */
    canales: umbralInput.shape.canales,
    /** null = none. */
    nota: umbralInput.shape.nota,
    /** null = never; another one starts a threshold that has expired again. */
    caducaEn: umbralInput.shape.caducaEn,
  })
  .check(z.refine((patch) => Object.keys(patch).length > 0, 'Nada que cambiar.'));
export type ThresholdPatch = z.infer<typeof thresholdPatch>;

/** Most changes of one request: all thresholds of the largest plan. */
const maxBatchSize = 1_000;
const change = z.discriminatedUnion('tipo', [
  z.strictObject({
    tipo: z.literal('crear'),
    id: identifier,
    umbral: umbralInput,
    vigilar: thresholdCreation.shape.vigilar,
  }),
  z.strictObject({ tipo: z.literal('cambiar'), id: identifier, cambio: thresholdPatch }),
  z.strictObject({ tipo: z.literal('borrar'), id: identifier }),
]);
export type ThresholdChange = z.infer<typeof change>;
/** All are made, in this order, or none; a threshold that no longer exists is left out. */
export const thresholdBatch = z.strictObject({
  cambios: z.array(change).check(z.minLength(1), z.maxLength(maxBatchSize)),
});

export const watchedParams = z.strictObject({ matchId: identifier });
/** The watch list after the change, and the version of the settings. */
export const watchList = z.strictObject({ partidos: z.array(z.string()), version: z.int() });
export type WatchList = z.infer<typeof watchList>;
