/** Edits or deletes one threshold against what its user had read (`If-Match`): an edit that contradicts another tab's saves nothing. */
import type { ThresholdItem } from '#contract/thresholds.ts';
import {
  ruleOf,
  type Threshold,
  type ThresholdDraft,
  type ThresholdPatch,
} from '#domain/threshold.ts';
import type { ApiError } from './reauth-base-query.ts';

export type SettingsConflict =
  | { readonly of: 'frecuencia' }
  | {
      readonly of: 'threshold';
      readonly id: string;
      /** What was not saved; null = deleted on that side. */
      readonly local: ThresholdDraft | null;
      readonly remote: Threshold | null;
    };

export interface ConflictError extends ApiError {
  readonly conflict: SettingsConflict;
}

interface ThresholdEdit {
  readonly id: string;
  /** null = delete it. */
  readonly patch: ThresholdPatch | null;
  /** The threshold as it was when the user began to edit it; absent = whatever is stored. */
  readonly seen?: Threshold | undefined;
}

interface Request {
  readonly url: string;
  readonly method: string;
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
}
export type EditResult<Data> = { readonly data: Data } | { readonly error: ApiError };
/** RTK Query's base query. */
export type Send = (request: Request) => PromiseLike<unknown> | unknown;

export const thresholdsUrl = 'api/users/thresholds';

/** Retries after another tab's write. */
const maxAttempts = 4;

/** Repeats an edit when what changed since the user read it does not contradict it. */
export async function editThreshold(
  send: Send,
  { id, patch, seen }: ThresholdEdit,
): Promise<EditResult<ThresholdItem>> {
  const url = `${thresholdsUrl}/${encodeURIComponent(id)}`;
  const local = patch && seen ? { ...seen, ...patch } : null;
  let etag = seen?.etag;
  for (let attempt = 1; ; attempt += 1) {
    const answer = (await send({
      url,
      ...(patch === null ? { method: 'DELETE' } : { method: 'PATCH', body: patch }),
      ...(etag !== undefined && { headers: { 'if-match': etag } }),
    })) as EditResult<ThresholdItem>;
    if (!('error' in answer) || seen === undefined) return answer;
    const { code, stored } = answer.error;
    if (code === 'not_found' && patch !== null)
      return conflictError({ of: 'threshold', id, local, remote: null });
    if (code !== 'conflict' || stored === undefined || attempt === maxAttempts) return answer;
    const remote = (stored as ThresholdItem).threshold;
    if (contradicts({ seen, patch, remote }))
      return conflictError({ of: 'threshold', id, local, remote });
    etag = remote.etag;
  }
}

/** Whether another tab has changed what this edit replaces: the rule as one value, pause and snooze by themselves. */
function contradicts(sides: {
  readonly seen: Threshold;
  readonly patch: ThresholdPatch | null;
  readonly remote: Threshold;
}): boolean {
  const { seen, patch, remote } = sides;
  const wanted = { ...seen, ...patch };
  const isChanged = (part: (threshold: ThresholdDraft) => unknown) =>
    !isSame(part(remote), part(seen)) && (patch === null || !isSame(part(remote), part(wanted)));
  const touches = (...fields: (keyof ThresholdPatch)[]) =>
    patch === null || fields.some((field) => patch[field] !== undefined);
  return (
    (touches('target', 'condition', 'value', 'currency', 'bandBp') && isChanged(ruleOf)) ||
    (touches('pause') && isChanged(({ pause }) => pause)) ||
    (touches('snoozedUntil') && isChanged(({ snoozedUntil }) => snoozedUntil))
  );
}

/** Channels, note and expiry where they change: the last one to write them wins. */
export const detailsPatch = (before: ThresholdDraft, after: ThresholdDraft): ThresholdPatch => ({
  ...(!isSame(before.channels?.toSorted(), after.channels?.toSorted()) && {
    channels: after.channels,
  }),
  ...(before.note !== after.note && { note: after.note }),
  ...(before.expiresAt !== after.expiresAt && { expiresAt: after.expiresAt }),
});

export function conflictError(conflict: SettingsConflict): { error: ConflictError } {
  return { error: { status: 409, code: 'conflict', message: '', conflict } };
}

const isSame = (one: unknown, other: unknown) =>
  JSON.stringify(one, sortKeys) === JSON.stringify(other, sortKeys);

const sortKeys = (_key: string, value: unknown) =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
    : value;
