/** Which alerts are shown and which one is open, kept in the URL so that the view can be shared and returned to. */
import { useCallback } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { AlertFilter } from '#store/api/alerts-api.ts';

export type AlertKind = 'all' | 'unread' | 'failed';

export interface AlertSearch {
  readonly kind: AlertKind;
  readonly match: string;
  readonly threshold: string;
  /** `2026-10-22`, a day of the reader's own; empty for all. */
  readonly since: string;
  /** The alert whose reason is being read. */
  readonly open: string | null;
}

const kinds: Record<AlertKind, string> = { all: '', unread: 'sin-leer', failed: 'con-fallo' };
const identifier = /^[A-Za-z0-9_-]{1,64}$/;

export function useAlertSearchParams() {
  const [params, setParams] = useSearchParams();
  const view: AlertSearch = {
    kind: kindOf(params.get('ver')),
    match: known(params.get('partido'), (text) => identifier.test(text)),
    threshold: known(params.get('umbral'), (text) => identifier.test(text)),
    since: known(params.get('desde'), (text) => startOfDay(text) !== null),
    open: params.get('alerta'),
  };
  const set = useCallback(
    (part: Partial<AlertSearch>) => {
      setParams(
        (current) => {
          const next = new URLSearchParams(current);
          const put = (key: string, value: string | null | undefined) => {
            if (value === undefined) return;
            if (value === null || value === '') next.delete(key);
            else next.set(key, value);
          };
          put('ver', part.kind === undefined ? undefined : kinds[part.kind]);
          put('partido', part.match);
          put('umbral', part.threshold);
          put('desde', part.since);
          put('alerta', part.open);
          return next;
        },
        { replace: true },
      );
    },
    [setParams],
  );
  return { view, set };
}

export const isFiltered = ({ kind, match, threshold, since }: AlertSearch): boolean =>
  kind !== 'all' || match !== '' || threshold !== '' || since !== '';

export const everything = { kind: 'all', match: '', threshold: '', since: '' } as const;

/** As the API asks for it. */
export function toFilter({ kind, match, threshold, since }: AlertSearch): AlertFilter {
  const from = startOfDay(since);
  return {
    ...(kind === 'unread' && { unread: 'true' as const }),
    ...(kind === 'failed' && { failed: 'true' as const }),
    ...(match !== '' && { match }),
    ...(threshold !== '' && { threshold }),
    ...(from !== null && { since: from }),
  };
}

const kindOf = (text: string | null): AlertKind =>
  text === kinds.unread ? 'unread' : text === kinds.failed ? 'failed' : 'all';

const known = (text: string | null, isGood: (text: string) => boolean): string =>
  text !== null && isGood(text) ? text : '';

/** @returns null for what is no day */
function startOfDay(day: string): string | null {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(day)) return null;
  const start = new Date(`${day}T00:00`);
  return Number.isNaN(start.getTime()) ? null : start.toISOString();
}
