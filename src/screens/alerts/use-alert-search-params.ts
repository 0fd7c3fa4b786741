/** Filters of the alert history and the open alert, in the URL query. */
import {
  choiceField,
  identifierField,
  type SearchParamFields,
  textField,
} from '#src/hooks/search-param-fields.ts';
import { useSearchParamFields } from '#src/hooks/use-search-param-fields.ts';
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

const fields: SearchParamFields<AlertSearch> = {
  kind: choiceField('ver', { all: null, unread: 'sin-leer', failed: 'con-fallo' }),
  match: identifierField('partido'),
  threshold: identifierField('umbral'),
  since: textField('desde', (day) => startOfDay(day) !== null),
  open: { name: 'alerta', parse: (id) => id, format: (id) => id },
};

export const useAlertSearchParams = () => useSearchParamFields(fields);

export const isAlertListFiltered = ({ kind, match, threshold, since }: AlertSearch): boolean =>
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

/** @returns ISO string; null for an invalid day */
function startOfDay(day: string): string | null {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(day)) return null;
  const start = new Date(`${day}T00:00`);
  return Number.isNaN(start.getTime()) ? null : start.toISOString();
}
