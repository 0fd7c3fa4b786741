/** Filters of the alert history and the open alert, in the URL query, so that links and back restore them. */
import { useCallback } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { AlertHistoryFilter } from '#store/api/alerts-api.ts';

export type AlertKind = 'all' | 'unread' | 'failed';

export interface AlertSearch {
  readonly kind: AlertKind;
  readonly match: string;
  readonly threshold: string;
  /** `2026-10-22`, in the browser's time zone; empty for all. */
  readonly since: string;
  /** Id of the expanded alert. */
  readonly open: string | null;
}

const kinds: Record<AlertKind, string> = { all: '', unread: 'sin-leer', failed: 'con-fallo' };
const identifier = /^[A-Za-z0-9_-]{1,64}$/;

export function useAlertSearchParams() {
  const [params, setParams] = useSearchParams();
  const search: AlertSearch = {
    kind: kindOf(params.get('ver')),
    match: validOrEmpty(params.get('partido'), (text) => identifier.test(text)),
    threshold: validOrEmpty(params.get('umbral'), (text) => identifier.test(text)),
    since: validOrEmpty(params.get('desde'), (text) => startOfDay(text) !== null),
    open: params.get('alerta'),
  };
  const set = useCallback(
    (part: Partial<AlertSearch>) => {
      setParams(
        (current) => {
          const next = new URLSearchParams(current);
          const setOrDelete = (key: string, value: string | null | undefined) => {
            if (value === undefined) return;
            if (value === null || value === '') next.delete(key);
            else next.set(key, value);
          };
          setOrDelete('ver', part.kind === undefined ? undefined : kinds[part.kind]);
          setOrDelete('partido', part.match);
          setOrDelete('umbral', part.threshold);
          setOrDelete('desde', part.since);
          setOrDelete('alerta', part.open);
          return next;
        },
        { replace: true },
      );
    },
    [setParams],
  );
  return { search, set };
}

export const isFiltered = ({ kind, match, threshold, since }: AlertSearch): boolean =>
  kind !== 'all' || match !== '' || threshold !== '' || since !== '';

export const emptyFilters = { kind: 'all', match: '', threshold: '', since: '' } as const;

/** The query parameters of the API. */
export function toFilter({ kind, match, threshold, since }: AlertSearch): AlertHistoryFilter {
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

const validOrEmpty = (text: string | null, isValid: (text: string) => boolean): string =>
  text !== null && isValid(text) ? text : '';

/** @returns ISO string; null for an invalid day */
function startOfDay(day: string): string | null {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(day)) return null;
  const start = new Date(`${day}T00:00`);
  return Number.isNaN(start.getTime()) ? null : start.toISOString();
}
