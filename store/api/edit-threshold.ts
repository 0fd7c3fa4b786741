/**
 * Creates, edits or deletes one threshold against what its user had read (If-Match): an edit that contradicts another
 * tab's answers a conflict, with nothing saved.
 */
import type { ThresholdCreated, ThresholdItem, ThresholdPatch } from '#contract/thresholds.ts';
import { defaultBandBp } from '#domain/threshold.ts';
import type { Umbral, UmbralInput } from './api-types.ts';
import type { ApiError } from './reauth-base-query.ts';

export type SettingsConflict =
  | { readonly of: 'frecuencia' }
  | {
      readonly of: 'umbral';
      readonly id: string;
      /** null = deleted on that side. */
      readonly local: UmbralInput | null;
      readonly remote: UmbralInput | null;
    };

export interface ConflictError extends ApiError {
  readonly conflict: SettingsConflict;
}

export interface ThresholdEdit {
  readonly id: string;
  /** null = delete it. */
  readonly patch: ThresholdPatch | null;
  /** The threshold as it was when the user began to edit it; absent = whatever is stored. */
  readonly seen?: UmbralInput | undefined;
}

type Request =
  | string
  | {
      readonly url: string;
      readonly method?: string;
      readonly body?: unknown;
      readonly headers?: Record<string, string>;
    };
type Answer<Data> = { readonly data: Data } | { readonly error: ApiError };
/** RTK Query's base query. */
export type Send = (request: Request) => PromiseLike<unknown> | unknown;

export const thresholdsUrl = 'api/users/thresholds';
const urlOf = (id: string) => `${thresholdsUrl}/${encodeURIComponent(id)}`;

/** Retries after another tab's write. */
const maxAttempts = 4;

export interface NewThreshold {
  readonly id: string;
  readonly umbral: UmbralInput;
  /** Whether its match joins the watched ones, where the plan has room; true when absent. */
  readonly watchesMatch?: boolean;
}

/** Repeated with the same id after a lost answer, it creates one. */
export async function createThreshold(
  send: Send,
  { id, umbral, watchesMatch = true }: NewThreshold,
): Promise<Answer<ThresholdCreated>> {
  const answer = await request<ThresholdCreated>(send, {
    url: thresholdsUrl,
    method: 'POST',
    body: { id, ...umbral, ...(watchesMatch ? {} : { vigilar: false }) },
  });
  if (!('error' in answer) || answer.error.code !== 'conflict') return answer;
  // The lost answer was to another rule, which has been stored.
  const stored = await request(send, urlOf(id));
  if ('error' in stored) return answer;
  return conflictError({
    of: 'umbral',
    id,
    local: umbral,
    remote: toUmbralInput(stored.data.umbral),
  });
}

/** Repeats an edit when what changed since the user read it does not contradict it. */
export async function editThreshold(
  send: Send,
  { id, patch, seen }: ThresholdEdit,
): Promise<Answer<ThresholdItem>> {
  const save = (etag?: string) =>
    request(send, {
      url: urlOf(id),
      ...(patch === null ? { method: 'DELETE' } : { method: 'PATCH', body: patch }),
      ...(etag === undefined ? {} : { headers: { 'if-match': etag } }),
    });
  if (seen === undefined) return save();
  const local = patch === null ? null : { ...seen, ...patch };
  let answer: Answer<ThresholdItem> | undefined;
  for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
    const stored = await request(send, urlOf(id));
    if ('error' in stored) {
      if (stored.error.code !== 'not_found' || patch === null) return stored;
      return conflictError({ of: 'umbral', id, local, remote: null });
    }
    const remote = toUmbralInput(stored.data.umbral);
    if (contradicts({ seen, patch, remote }))
      return conflictError({ of: 'umbral', id, local, remote });
    answer = await save(stored.data.etag);
    if (!('error' in answer) || answer.error.code !== 'conflict') return answer;
  }
  return answer ?? save();
}

/** Whether another tab has changed what this edit replaces: the rule as one value, pause and snooze by themselves. */
function contradicts(sides: {
  readonly seen: UmbralInput;
  readonly patch: ThresholdPatch | null;
  readonly remote: UmbralInput;
}): boolean {
  const { seen, patch, remote } = sides;
  const wanted = { ...seen, ...patch };
  const isChanged = (part: (umbral: UmbralInput) => unknown) =>
    !isSame(part(remote), part(seen)) && (patch === null || !isSame(part(remote), part(wanted)));
  const touches = (...fields: (keyof ThresholdPatch)[]) =>
    patch === null || fields.some((field) => patch[field] !== undefined);
  return (
    (touches('objetivo', 'condicion', 'valor', 'moneda', 'banda') && isChanged(ruleFieldsOf)) ||
    (touches('pausa') && isChanged(({ pausa }) => pausa ?? null)) ||
    (touches('silenciadoHasta') && isChanged(({ silenciadoHasta }) => silenciadoHasta ?? null))
  );
}

/** What a form edits of a threshold. */
export const ruleFieldsOf = ({ objetivo, condicion, valor, moneda, banda }: UmbralInput) => ({
  objetivo,
  condicion,
  valor,
  moneda,
  banda: banda ?? defaultBandBp,
});

/** The choice of channels where it changes: the last one to choose wins. */
export const channelsPatch = (
  { canales: before = null }: UmbralInput,
  { canales: after = null }: UmbralInput,
): Pick<ThresholdPatch, 'canales'> =>
  isSame(before?.toSorted(), after?.toSorted()) ? {} : { canales: after };

/** Note and expiry where they change: the last one to write them wins. */
export const detailsPatch = (
  before: UmbralInput,
  after: UmbralInput,
): Pick<ThresholdPatch, 'nota' | 'caducaEn'> => ({
  ...((before.nota ?? null) !== (after.nota ?? null) && { nota: after.nota ?? null }),
  ...((before.caducaEn ?? null) !== (after.caducaEn ?? null) && {
    caducaEn: after.caducaEn ?? null,
  }),
});

/** Without `version` and `creadoEn`, which the server sets. */
export function toUmbralInput(umbral: Umbral): UmbralInput {
  const { version: _version, creadoEn: _creadoEn, ...input } = umbral;
  return input;
}

const request = async <Data = ThresholdItem>(send: Send, what: Request) =>
  (await send(what)) as Answer<Data>;

function conflictError(conflict: SettingsConflict): { error: ConflictError } {
  return { error: { status: 409, code: 'conflict', message: '', conflict } };
}

const isSame = (one: unknown, other: unknown) =>
  JSON.stringify(one, sortKeys) === JSON.stringify(other, sortKeys);

const sortKeys = (_key: string, value: unknown) =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
    : value;
