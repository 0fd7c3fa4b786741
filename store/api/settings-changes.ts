/**
 * Changes of the settings, and how each is sent: an edit against what its user had read (`If-Match`), so that one that contradicts
 * another tab's saves nothing.
 */
import type { ThresholdChange, ThresholdItem, WatchOutcome } from '#contract/thresholds.ts';
import {
  ruleOf,
  type Threshold,
  type ThresholdDraft,
  type ThresholdPatch,
} from '#domain/threshold.ts';
import type { ApiError } from './reauth-base-query.ts';

type Creation = Extract<ThresholdChange, { kind: 'create' }>;

/** Of what is stored. */
type Edit = Exclude<ThresholdChange, { kind: 'create' }> & {
  /** The threshold as it was when the user began to edit it; absent = whatever is stored. */
  readonly seen?: Threshold | undefined;
};

export type SettingsChange =
  | Creation
  | Edit
  | {
      readonly kind: 'batch';
      readonly changes: ThresholdChange[];
      /** Matches no longer watched. */
      readonly unwatch?: readonly string[];
    }
  | { readonly kind: 'watch'; readonly matchId: string; readonly isWatched: boolean }
  | { readonly kind: 'frequency'; readonly seconds: number };

/** Another tab has changed the rule that an edit replaces. */
export interface SettingsConflict {
  readonly id: string;
  /** What was not saved; null = deleted on that side. */
  readonly local: ThresholdDraft | null;
  readonly remote: Threshold | null;
}

export interface SettingsSaveError extends ApiError {
  /** Of code `conflict`, where the user has to choose. */
  readonly conflict?: SettingsConflict;
}

interface Request {
  readonly url: string;
  readonly method: string;
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
}
type EditResult<Data> = { readonly data: Data } | { readonly error: SettingsSaveError };
/** RTK Query's base query. */
type Send = (request: Request) => PromiseLike<unknown> | unknown;

export const thresholdsUrl = 'api/users/thresholds';

export async function sendChange(send: Send, change: SettingsChange): Promise<EditResult<unknown>> {
  switch (change.kind) {
    case 'create':
      return createThreshold(send, change);
    case 'change':
    case 'delete':
      return editThreshold(send, change);
    case 'batch': {
      const { kind: _kind, ...body } = change;
      return request(send, { url: `${thresholdsUrl}/batch`, method: 'POST', body });
    }
    case 'watch':
      return request(send, {
        url: `api/users/watched/${encodeURIComponent(change.matchId)}`,
        method: change.isWatched ? 'PUT' : 'DELETE',
      });
    case 'frequency':
      return request(send, {
        url: 'api/users/config',
        method: 'PATCH',
        body: { frecuencia: change.seconds },
      });
  }
}

const request = async <Data>(send: Send, what: Request) => (await send(what)) as EditResult<Data>;

/** The change that replaces what another tab saved. */
export function overwriting(
  change: SettingsChange,
  { id, local, remote }: SettingsConflict,
): SettingsChange {
  if (local === null) return { kind: 'delete', id };
  if (remote === null) return { kind: 'create', id, threshold: local };
  return { kind: 'change', id, patch: change.kind === 'change' ? change.patch : ruleOf(local) };
}

export type Created = ThresholdItem & { readonly watch: WatchOutcome };

/** Repeated with the same id after a lost answer, it creates one. */
async function createThreshold(
  send: Send,
  { id, threshold, watch = true }: Creation,
): Promise<EditResult<Created>> {
  const answer = await request<Created>(send, {
    url: thresholdsUrl,
    method: 'POST',
    body: { id, ...threshold, ...(watch ? {} : { watch }) },
  });
  if (!('error' in answer)) return answer;
  // The lost answer was to another rule, which has been stored.
  const remote = storedIn(answer.error);
  return remote ? conflictError({ id, local: threshold, remote }) : answer;
}

/** Repeats an edit where what changed since the user read it is something else, or the same to the same. */
export async function editThreshold(send: Send, edit: Edit): Promise<EditResult<ThresholdItem>> {
  const { id, seen } = edit;
  const patch = edit.kind === 'change' ? edit.patch : null;
  const local = patch && seen ? { ...seen, ...patch } : null;
  const sendIfMatch = (etag: string | undefined) =>
    request<ThresholdItem>(send, {
      url: `${thresholdsUrl}/${encodeURIComponent(id)}`,
      ...(patch === null ? { method: 'DELETE' } : { method: 'PATCH', body: patch }),
      ...(etag !== undefined && { headers: { 'if-match': etag } }),
    });
  const answer = await sendIfMatch(seen?.etag);
  if (!('error' in answer) || seen === undefined) return answer;
  if (answer.error.code === 'not_found' && local !== null)
    return conflictError({ id, local, remote: null });
  const remote = storedIn(answer.error);
  if (remote === undefined) return answer;
  const isOwn = [seen, local].some((side) => side && isSame(ruleOf(side), ruleOf(remote)));
  return isOwn ? sendIfMatch(remote.etag) : conflictError({ id, local, remote });
}

/** What is stored instead of what `If-Match` names, or under the id of a new one. */
const storedIn = ({ stored }: ApiError) => (stored as ThresholdItem | undefined)?.threshold;

/** Channels, note and expiry where they change: the last one to write them wins. */
export const detailsPatch = (before: ThresholdDraft, after: ThresholdDraft): ThresholdPatch => ({
  ...(!isSame(before.channels?.toSorted(), after.channels?.toSorted()) && {
    channels: after.channels,
  }),
  ...(before.note !== after.note && { note: after.note }),
  ...(before.expiresAt !== after.expiresAt && { expiresAt: after.expiresAt }),
});

function conflictError(conflict: SettingsConflict): { error: SettingsSaveError } {
  return { error: { status: 409, code: 'conflict', message: '', conflict } };
}

export const isSame = (one: unknown, other: unknown) =>
  JSON.stringify(one, sortKeys) === JSON.stringify(other, sortKeys);

const sortKeys = (_key: string, value: unknown) =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
    : value;
