/**
 * Changes of the settings, and how each is sent: against what its user had read (`If-Match`), so that one that contradicts
 * another tab's saves nothing.
 */
import type { ThresholdChange, ThresholdItem, WatchOutcome } from '#contract/thresholds.ts';
import type { CheckFrequency, Settings } from '#contract/users.ts';
import {
  ruleOf,
  type Threshold,
  type ThresholdDraft,
  type ThresholdPatch,
} from '#domain/threshold.ts';
import type { ApiError } from './reauth-base-query.ts';

type Creation = Extract<ThresholdChange, { kind: 'create' }> & {
  /** Called once it is stored, with what became of its match. */
  readonly onCreated?: (watch: WatchOutcome) => void;
};

/** Of what is stored. */
type Edit = Exclude<ThresholdChange, { kind: 'create' }> & {
  /** The threshold as it was when the user began to edit it; absent = whatever is stored. */
  readonly seen?: Threshold | undefined;
};

export type SettingsChange =
  | Creation
  | Edit
  | { readonly kind: 'batch'; readonly changes: ThresholdChange[] }
  | { readonly kind: 'watch'; readonly matchId: string; readonly isWatched: boolean }
  | { readonly kind: 'frequency'; readonly seconds: number };

export type SettingsConflict =
  | { readonly of: 'frecuencia' }
  | {
      readonly of: 'threshold';
      readonly id: string;
      /** What was not saved; null = deleted on that side. */
      readonly local: ThresholdDraft | null;
      readonly remote: Threshold | null;
    };

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

/** @param settings as they were read */
export async function sendChange(
  send: Send,
  change: SettingsChange,
  settings: Settings | undefined,
): Promise<EditResult<unknown>> {
  switch (change.kind) {
    case 'create':
      return createThreshold(send, change);
    case 'change':
    case 'delete':
      return editThreshold(send, { ...change, seen: newestSeen(change, settings) });
    case 'batch':
      return request(send, {
        url: `${thresholdsUrl}/batch`,
        method: 'POST',
        body: { changes: change.changes },
      });
    case 'watch':
      return request(send, {
        url: `api/users/watched/${encodeURIComponent(change.matchId)}`,
        method: change.isWatched ? 'PUT' : 'DELETE',
      });
    case 'frequency':
      return changeFrequency(send, change.seconds, settings);
  }
}

const request = async <Data>(send: Send, what: Request) => (await send(what)) as EditResult<Data>;

/** What this tab has saved since the user saw it says the same by another `etag`. */
function newestSeen({ id, seen }: Edit, settings: Settings | undefined): Threshold | undefined {
  const known = settings?.configuracion.umbrales[id];
  return known && seen && isSame(draftOf(known), draftOf(seen)) ? known : seen;
}

const draftOf = ({ version: _version, createdAt: _createdAt, etag: _etag, ...draft }: Threshold) =>
  draft;

/** The change that replaces what another tab saved. */
export function overwriting(change: SettingsChange, conflict: SettingsConflict): SettingsChange {
  if (conflict.of === 'frecuencia') return change;
  const { id, local, remote } = conflict;
  if (local === null) return { kind: 'delete', id };
  if (remote === null) return { kind: 'create', id, threshold: local };
  return { kind: 'change', id, patch: change.kind === 'change' ? change.patch : ruleOf(local) };
}

export type Created = ThresholdItem & { readonly watch: WatchOutcome };

/** Repeated with the same id after a lost answer, it creates one. */
async function createThreshold(
  send: Send,
  { id, threshold, watch = true, onCreated }: Creation,
): Promise<EditResult<Created>> {
  const answer = await request<Created>(send, {
    url: thresholdsUrl,
    method: 'POST',
    body: { id, ...threshold, ...(watch ? {} : { watch }) },
  });
  if (!('error' in answer)) {
    onCreated?.(answer.data.watch);
    return answer;
  }
  if (answer.error.stored === undefined) return answer;
  // The lost answer was to another rule, which has been stored.
  const { threshold: remote } = answer.error.stored as ThresholdItem;
  return conflictError({ of: 'threshold', id, local: threshold, remote });
}

/** Of the settings another tab may have changed something else. */
async function changeFrequency(
  send: Send,
  seconds: number,
  seen: Settings | undefined,
): Promise<EditResult<CheckFrequency>> {
  const save = (version: number | undefined) =>
    request<CheckFrequency>(send, {
      url: 'api/users/config',
      method: 'PATCH',
      ...(version !== undefined && { headers: { 'if-match': `"${version}"` } }),
      body: { frecuencia: seconds },
    });
  const answer = await save(seen?.version);
  if (!('error' in answer) || answer.error.stored === undefined) return answer;
  const { frecuencia, version } = answer.error.stored as CheckFrequency;
  return [seen?.configuracion.frecuencia, seconds].includes(frecuencia)
    ? save(version)
    : conflictError({ of: 'frecuencia' });
}

/** Retries after another tab's write. */
const maxAttempts = 4;

/** Repeats an edit when what changed since the user read it does not contradict it. */
export async function editThreshold(send: Send, edit: Edit): Promise<EditResult<ThresholdItem>> {
  const { id, seen } = edit;
  const patch = edit.kind === 'change' ? edit.patch : null;
  const url = `${thresholdsUrl}/${encodeURIComponent(id)}`;
  const local = patch && seen ? { ...seen, ...patch } : null;
  let etag = seen?.etag;
  for (let attempt = 1; ; attempt += 1) {
    const answer = await request<ThresholdItem>(send, {
      url,
      ...(patch === null ? { method: 'DELETE' } : { method: 'PATCH', body: patch }),
      ...(etag !== undefined && { headers: { 'if-match': etag } }),
    });
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
  /** null = deleted. */
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

function conflictError(conflict: SettingsConflict): { error: SettingsSaveError } {
  return { error: { status: 409, code: 'conflict', message: '', conflict } };
}

export const isSame = (one: unknown, other: unknown) =>
  JSON.stringify(one, sortKeys) === JSON.stringify(other, sortKeys);

const sortKeys = (_key: string, value: unknown) =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
    : value;
