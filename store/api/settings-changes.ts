/**
 * Changes of the settings, and how each is sent: an edit with the rule its user had read, so that one that contradicts another
 * tab's saves nothing.
 */
import type { FetchArgs } from '@reduxjs/toolkit/query';
import type { ThresholdChange, ThresholdItem } from '#contract/thresholds.ts';
import {
  areSameChannels,
  ruleOf,
  type Threshold,
  type ThresholdDraft,
  type ThresholdPatch,
} from '#domain/threshold.ts';
import type { ApiError } from './reauth-base-query.ts';

type Creation = Extract<ThresholdChange, { kind: 'create' }>;

/** Of what is stored, with `seen` as it was when the user began to edit it. */
type Edit = DistributiveOmit<Exclude<ThresholdChange, Creation>, 'seen'> & {
  readonly seen?: Threshold | undefined;
};
type DistributiveOmit<One, Name extends PropertyKey> = One extends unknown
  ? Omit<One, Name>
  : never;

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

export const thresholdsUrl = 'api/users/thresholds';

/** Of thresholds. */
export function changesOf(change: SettingsChange): readonly ThresholdChange[] {
  if (change.kind === 'watch' || change.kind === 'frequency') return [];
  return change.kind === 'batch' ? change.changes : [change];
}

/** Repeated after a lost answer, one with an id of its own creates one threshold. */
export function requestOf(change: SettingsChange): FetchArgs {
  const batch = (body: object) => ({ url: `${thresholdsUrl}/batch`, method: 'POST', body });
  switch (change.kind) {
    case 'create':
      return batch({ changes: [change] });
    case 'change':
    case 'delete':
      return batch({ changes: [{ ...change, seen: change.seen && ruleOf(change.seen) }] });
    case 'batch': {
      const { changes, unwatch } = change;
      return batch({ changes, unwatch });
    }
    case 'watch':
      return {
        url: `api/users/watched/${encodeURIComponent(change.matchId)}`,
        method: change.isWatched ? 'PUT' : 'DELETE',
      };
    case 'frequency':
      return { url: 'api/users/config', method: 'PATCH', body: { frecuencia: change.seconds } };
  }
}

/** What was refused as another tab has changed it, with both sides. */
export function toSaveError(change: SettingsChange, error: ApiError): SettingsSaveError {
  if (change.kind !== 'create' && change.kind !== 'change' && change.kind !== 'delete')
    return error;
  const local = wantedBy(change);
  const stored = error.stored as ThresholdItem | undefined;
  const isGone = error.code === 'not_found' && local !== null;
  if (stored === undefined && !isGone) return error;
  const conflict = { id: change.id, local, remote: stored?.threshold ?? null };
  return { ...error, code: 'conflict', conflict };
}

function wantedBy(change: Creation | Edit): ThresholdDraft | null {
  if (change.kind === 'create') return change.threshold;
  return change.kind === 'change' && change.seen ? { ...change.seen, ...change.patch } : null;
}

/** The change that replaces what another tab saved. */
export function overwriting(
  change: SettingsChange,
  { id, local, remote }: SettingsConflict,
): SettingsChange {
  if (local === null) return { kind: 'delete', id };
  if (remote === null) return { kind: 'create', id, threshold: local };
  return { kind: 'change', id, patch: change.kind === 'change' ? change.patch : ruleOf(local) };
}

/** Channels, note and expiry where they change: the last one to write them wins. */
export const detailsPatch = (before: ThresholdDraft, after: ThresholdDraft): ThresholdPatch => ({
  ...(!areSameChannels(before.channels, after.channels) && { channels: after.channels }),
  ...(before.note !== after.note && { note: after.note }),
  ...(before.expiresAt !== after.expiresAt && { expiresAt: after.expiresAt }),
});
