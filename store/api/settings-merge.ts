/**
 * Settings changed in two places at once, joined as version control joins files: what only one side changed is
 * taken from it; what both changed differently is a conflict, for the person to decide. Pure.
 */
import type { ConfiguracionInput } from '#contract/users.ts';
import { defaultBandBp } from '#domain/threshold.ts';
import type { UmbralInput } from './types.ts';

export type SettingsConflict =
  | { readonly of: 'frecuencia' }
  | {
      readonly of: 'umbral';
      readonly id: string;
      /** null = deleted on that side. */
      readonly mine: UmbralInput | null;
      readonly theirs: UmbralInput | null;
    };

export interface Merge {
  readonly merged: ConfiguracionInput;
  readonly conflicts: readonly SettingsConflict[];
}

interface Sides<Value> {
  readonly base: Value;
  readonly mine: Value;
  readonly theirs: Value;
}

export function mergeSettings({ base, mine, theirs }: Sides<ConfiguracionInput>): Merge {
  const conflicts: SettingsConflict[] = [];
  const umbrales: Record<string, UmbralInput> = {};
  const ids = [base, theirs, mine].flatMap((side) => Object.keys(side.umbrales));
  for (const id of new Set(ids)) {
    const of = (side: ConfiguracionInput) => side.umbrales[id] ?? null;
    const sides = { base: of(base), mine: of(mine), theirs: of(theirs) };
    const merged = mergeThreshold(sides);
    if (merged === 'conflict')
      conflicts.push({ of: 'umbral', id, mine: sides.mine, theirs: sides.theirs });
    else if (merged !== null) umbrales[id] = merged;
  }
  const frecuencia = pick({
    base: base.frecuencia,
    mine: mine.frecuencia,
    theirs: theirs.frecuencia,
  });
  if (frecuencia === 'conflict') conflicts.push({ of: 'frecuencia' });
  return {
    merged: {
      partidos: mergeMatches(base.partidos, mine.partidos, theirs.partidos),
      umbrales,
      frecuencia: frecuencia === 'conflict' ? theirs.frecuencia : frecuencia,
    },
    conflicts,
  };
}

/** Each match is watched or not: two changes of one list never contradict each other. */
function mergeMatches(
  base: readonly string[],
  mine: readonly string[],
  theirs: readonly string[],
): string[] {
  const removed = new Set(base.filter((id) => !mine.includes(id)));
  const added = mine.filter((id) => !base.includes(id) && !theirs.includes(id));
  return [...theirs.filter((id) => !removed.has(id)), ...added];
}

function mergeThreshold(sides: Sides<UmbralInput | null>): UmbralInput | null | 'conflict' {
  const { base, mine, theirs } = sides;
  const whole = pick({ base: complete(base), mine: complete(mine), theirs: complete(theirs) });
  if (whole !== 'conflict') return whole;
  if (base === null || mine === null || theirs === null) return 'conflict';
  // A rule is one thing; the pause and the silence stand beside it.
  const rule = pick({ base: ruleOf(base), mine: ruleOf(mine), theirs: ruleOf(theirs) });
  const pausa = pick({ base: pauseOf(base), mine: pauseOf(mine), theirs: pauseOf(theirs) });
  const silence = pick({
    base: silenceOf(base),
    mine: silenceOf(mine),
    theirs: silenceOf(theirs),
  });
  if (rule === 'conflict' || pausa === 'conflict' || silence === 'conflict') return 'conflict';
  return { ...rule, pausa, silenciadoHasta: silence };
}

function pick<Value>({ base, mine, theirs }: Sides<Value>): Value | 'conflict' {
  if (isSame(mine, base)) return theirs;
  return isSame(theirs, base) || isSame(theirs, mine) ? mine : 'conflict';
}

const ruleOf = ({ objetivo, condicion, valor, moneda, banda }: UmbralInput) => ({
  objetivo,
  condicion,
  valor,
  moneda,
  banda: banda ?? defaultBandBp,
});
const pauseOf = ({ pausa }: UmbralInput) => pausa ?? null;
const silenceOf = ({ silenciadoHasta }: UmbralInput) => silenciadoHasta ?? null;

/** Absent fields are their defaults; `version` and `creadoEn` are the server's and count for nothing. */
const complete = (umbral: UmbralInput | null): UmbralInput | null =>
  umbral && { ...ruleOf(umbral), pausa: pauseOf(umbral), silenciadoHasta: silenceOf(umbral) };

const isSame = (one: unknown, other: unknown) =>
  JSON.stringify(one, sortKeys) === JSON.stringify(other, sortKeys);

const sortKeys = (_key: string, value: unknown) =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
    : value;
