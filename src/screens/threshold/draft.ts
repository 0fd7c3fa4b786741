/** The threshold being written: what the form holds as text, and what the wire needs of it. */
import { type Condition, defaultBandBp, maxBandBp, valueBounds } from '#domain/threshold.ts';
import { parsePrice } from '#src/copy/format.ts';
import type { Collectible, Umbral, UmbralInput } from '#store/api/types.ts';

export interface Draft {
  /** `collectible:<id>`, or `match` for the cheapest of it. */
  readonly target: string;
  readonly condition: Condition;
  readonly text: string;
  readonly bandText: string;
}

const condiciones = {
  below: 'por_debajo',
  above: 'por_encima',
  change: 'variacion',
  low: 'minimo',
} as const;
const conditions = {
  por_debajo: 'below',
  por_encima: 'above',
  variacion: 'change',
  minimo: 'low',
} as const;

/** Somewhere to start: five per cent under today's price. */
export function newDraft(collectible: Collectible | undefined, isFirst: string): Draft {
  const floor = collectible?.floorCents ?? null;
  return {
    target: isFirst,
    condition: 'below',
    text: floor === null ? '' : String(Math.max(1, Math.round((floor * 0.95) / 100))),
    bandText: '3',
  };
}

export function draftOf(umbral: Umbral): Draft {
  const condition = conditions[umbral.condicion];
  const { objetivo } = umbral;
  return {
    target: objetivo.tipo === 'coleccionable' ? `collectible:${objetivo.id}` : 'match',
    condition,
    text: textOf(condition, umbral.valor),
    bandText: decimal((umbral.banda ?? defaultBandBp) / 100),
  };
}

export type DraftProblem = 'price' | 'percent' | 'days' | 'band';

/** @returns the wire's form, or what is wrong with the text */
export function toUmbral(
  draft: Draft,
  { matchId, currency }: { matchId: string; currency: string },
): UmbralInput | DraftProblem {
  const { condition } = draft;
  const valor = amountOf(condition, draft.text);
  const { min, max } = valueBounds[condition];
  if (valor === null || valor < min || valor > max) {
    return condition === 'change' ? 'percent' : condition === 'low' ? 'days' : 'price';
  }
  const banda = hundredths(draft.bandText);
  if (banda === null || banda > maxBandBp) return 'band';
  return {
    objetivo: draft.target.startsWith('collectible:')
      ? { tipo: 'coleccionable', id: draft.target.slice('collectible:'.length) }
      : { tipo: 'partido', id: matchId },
    condicion: condiciones[condition],
    valor,
    moneda: currency,
    banda,
    pausa: null,
    silenciadoHasta: null,
  };
}

function amountOf(condition: Condition, text: string): number | null {
  if (condition === 'low') return /^\d{1,3}$/.test(text.trim()) ? Number(text) : null;
  return condition === 'change' ? hundredths(text) : parsePrice(text);
}

/** A percentage with up to two decimals, in basis points. */
const hundredths = (text: string): number | null => {
  const cents = parsePrice(text);
  return cents === null && text.trim() === '0' ? 0 : cents;
};

function textOf(condition: Condition, value: number): string {
  return condition === 'low' ? String(value) : decimal(value / 100);
}

const decimal = (value: number): string => String(value).replace('.', ',');
