/**
 * Three-way merge of settings changed in two tabs: what only one side changed is taken from it; what both changed
 * differently is a conflict for the user to resolve. Pure.
 */
import type { ConfiguracionInput } from '#contract/users.ts';
import { defaultBandBp } from '#domain/threshold.ts';
import type { UmbralInput } from './api-types.ts';

export type SettingsConflict =
  | { readonly of: 'frecuencia' }
  | {
      readonly of: 'umbral';
      readonly id: string;
      /** null = deleted on that side. */
      readonly local: UmbralInput | null;
      readonly remote: UmbralInput | null;
    };

export interface MergeResult {
  readonly merged: ConfiguracionInput;
  readonly conflicts: readonly SettingsConflict[];
}

interface Sides<Value> {
  readonly base: Value;
  readonly local: Value;
  readonly remote: Value;
}

export function mergeSettings({ base, local, remote }: Sides<ConfiguracionInput>): MergeResult {
  const conflicts: SettingsConflict[] = [];
  const umbrales: Record<string, UmbralInput> = {};
  const ids = [base, remote, local].flatMap((side) => Object.keys(side.umbrales));
  for (const id of new Set(ids)) {
    const of = (side: ConfiguracionInput) => side.umbrales[id] ?? null;
    const sides = { base: of(base), local: of(local), remote: of(remote) };
    const merged = mergeThreshold(sides);
    if (merged === 'conflict')
      conflicts.push({ of: 'umbral', id, local: sides.local, remote: sides.remote });
    else if (merged !== null) umbrales[id] = merged;
  }
  const frecuencia = mergeValue({
    base: base.frecuencia,
    local: local.frecuencia,
    remote: remote.frecuencia,
  });
  if (frecuencia === 'conflict') conflicts.push({ of: 'frecuencia' });
  return {
    merged: {
      partidos: mergeMatches(base.partidos, local.partidos, remote.partidos),
      umbrales,
      frecuencia: frecuencia === 'conflict' ? remote.frecuencia : frecuencia,
    },
    conflicts,
  };
}

/** Set merge: added and removed matches never conflict. */
function mergeMatches(
  base: readonly string[],
  local: readonly string[],
  remote: readonly string[],
): string[] {
  const removed = new Set(base.filter((id) => !local.includes(id)));
  const added = local.filter((id) => !base.includes(id) && !remote.includes(id));
  return [...remote.filter((id) => !removed.has(id)), ...added];
}

function mergeThreshold(sides: Sides<UmbralInput | null>): UmbralInput | null | 'conflict' {
  const { base, local, remote } = sides;
  const merged = mergeValue({
    base: withDefaults(base),
    local: withDefaults(local),
    remote: withDefaults(remote),
  });
  if (merged !== 'conflict') return merged;
  if (base === null || local === null || remote === null) return 'conflict';
  // The rule is merged as one value; pause and snooze are independent of it.
  const rule = mergeValue({
    base: ruleFieldsOf(base),
    local: ruleFieldsOf(local),
    remote: ruleFieldsOf(remote),
  });
  const pausa = mergeValue({ base: pauseOf(base), local: pauseOf(local), remote: pauseOf(remote) });
  const snooze = mergeValue({
    base: snoozeOf(base),
    local: snoozeOf(local),
    remote: snoozeOf(remote),
  });
  if (rule === 'conflict' || pausa === 'conflict' || snooze === 'conflict') return 'conflict';
  return { ...rule, pausa, silenciadoHasta: snooze };
}

function mergeValue<Value>({ base, local, remote }: Sides<Value>): Value | 'conflict' {
  if (isSame(local, base)) return remote;
  return isSame(remote, base) || isSame(remote, local) ? local : 'conflict';
}

const ruleFieldsOf = ({ objetivo, condicion, valor, moneda, banda }: UmbralInput) => ({
  objetivo,
  condicion,
  valor,
  moneda,
  banda: banda ?? defaultBandBp,
});
const pauseOf = ({ pausa }: UmbralInput) => pausa ?? null;
const snoozeOf = ({ silenciadoHasta }: UmbralInput) => silenciadoHasta ?? null;

/** Fills in defaults of absent fields, and drops `version` and `creadoEn`, which the server sets. */
const withDefaults = (umbral: UmbralInput | null): UmbralInput | null =>
  umbral && { ...ruleFieldsOf(umbral), pausa: pauseOf(umbral), silenciadoHasta: snoozeOf(umbral) };

const isSame = (one: unknown, other: unknown) =>
  JSON.stringify(one, sortKeys) === JSON.stringify(other, sortKeys);

const sortKeys = (_key: string, value: unknown) =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
    : value;
