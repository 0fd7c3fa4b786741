/**
 * Schemas of a threshold as stored in `configuracion.umbrales` (Spanish field names), and its mapping to the domain's
 * types. Clients may send only what {@link umbralInput} accepts.
 */

import * as z from 'zod/mini';
import {
  type Condition,
  defaultBandBp,
  maxBandBp,
  maxNoteLength,
  pauseReasons,
  type Target,
  type ThresholdRule,
} from '#domain/threshold.ts';
import { currency, identifier, instant, line } from './primitives.ts';

export const condiciones = ['por_debajo', 'por_encima', 'variacion', 'minimo'] as const;
export type Condicion = (typeof condiciones)[number];

/** All that an account may have, and mail. */
export const maxChosenChannels = 21;

export const category = z.string().check(z.minLength(1), z.maxLength(40));

export const objetivo = z.discriminatedUnion('tipo', [
  z.strictObject({ tipo: z.literal('coleccionable'), id: identifier }),
  z.strictObject({ tipo: z.literal('partido'), id: identifier, categoria: z.optional(category) }),
]);
export type Objetivo = z.infer<typeof objetivo>;

const rule = {
  objetivo,
  condicion: z.enum(condiciones),
  /** Cents for por_debajo and por_encima, basis points for variacion, days for minimo. Bounds: domain/threshold.ts. */
  valor: z.int(),
  moneda: currency,
  /** Re-arm band in basis points; 300 when absent. */
  banda: z.optional(z.int().check(z.gte(0), z.lte(maxBandBp))),
};

/** Ids of channels, `correo` among them: an alert goes to these, or to all that are active where none of them is. */
const canales = z.array(identifier).check(
  z.minLength(1),
  z.maxLength(maxChosenChannels),
  z.refine((ids) => new Set(ids).size === ids.length, 'Un canal está repetido.'),
);

/** In a year of four digits also in UTC, as it is answered. */
const storableInstant = instant.check(
  z.refine((text) => Date.parse(text) < Date.UTC(10_000), 'Ese instante queda demasiado lejos.'),
);

const nota = line(maxNoteLength);

/**
 * What a client may send: `version` and `creadoEn` are ignored; of `pausa` it may set only null and `usuario`, and `caducado`
 * in creating one that has expired.
 */
export const umbralInput = z.strictObject({
  ...rule,
  pausa: z.optional(z.nullable(z.enum(pauseReasons))),
  silenciadoHasta: z.optional(z.nullable(storableInstant)),
  /** null or absent = all. */
  canales: z.optional(z.nullable(canales)),
  /** Of its owner's own; null or absent = none. */
  nota: z.optional(z.nullable(nota)),
  /** Wall time from which it evaluates nothing (docs/alerts.md, rule 5), in the future when set; null or absent = never. */
  caducaEn: z.optional(z.nullable(storableInstant)),
  version: z.optional(z.int()),
  creadoEn: z.optional(instant),
});
export type UmbralInput = z.infer<typeof umbralInput>;

export const umbral = z.strictObject({
  ...rule,
  pausa: z.nullable(z.enum(pauseReasons)),
  silenciadoHasta: z.nullable(instant),
  /** Absent = all. */
  canales: z.exactOptional(canales),
  /** Absent = none. */
  nota: z.exactOptional(z.string()),
  /** Absent = never. */
  caducaEn: z.exactOptional(instant),
  version: z.int(),
  creadoEn: instant,
});
export type Umbral = z.infer<typeof umbral>;

/** An unsaved threshold, for a preview. */
export const umbralDraft = z.strictObject(rule);
export type UmbralDraft = z.infer<typeof umbralDraft>;

const conditionOf: Record<Condicion, Condition> = {
  por_debajo: 'below',
  por_encima: 'above',
  variacion: 'change',
  minimo: 'low',
};
const condicionOf: Record<Condition, Condicion> = {
  below: 'por_debajo',
  above: 'por_encima',
  change: 'variacion',
  low: 'minimo',
};

export const toTarget = (wire: Objetivo): Target =>
  wire.tipo === 'coleccionable'
    ? { kind: 'collectible', id: wire.id }
    : { kind: 'match', id: wire.id, category: wire.categoria ?? null };

export const toObjetivo = (target: Target): Objetivo =>
  target.kind === 'collectible'
    ? { tipo: 'coleccionable', id: target.id }
    : {
        tipo: 'partido',
        id: target.id,
        ...(target.category === null ? {} : { categoria: target.category }),
      };

export const toRule = (wire: UmbralDraft): ThresholdRule => ({
  target: toTarget(wire.objetivo),
  condition: conditionOf[wire.condicion],
  value: wire.valor,
  bandBp: wire.banda ?? defaultBandBp,
});

export const toCondicion = (condition: Condition): Condicion => condicionOf[condition];
