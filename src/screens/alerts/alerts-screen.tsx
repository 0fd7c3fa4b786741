/** /dashboard/alertas: the alert history, newest first, each with its details. */
import { useEffect, useRef } from 'react';
import { EmptyState, ErrorState, Skeleton } from '#src/components/async-states.tsx';
import { Button } from '#src/components/button.tsx';
import { Icon } from '#src/components/icon.tsx';
import { LoadingBoundary } from '#src/components/loading-boundary.tsx';
import { alertsCopy as copy } from '#src/copy/alerts.ts';
import { everyText } from '#src/copy/settings.ts';
import { useListKeys } from '#src/features/command-menu/use-list-keys.ts';
import { unreadText } from '#src/features/errors/to-display-error.ts';
import { ConfirmEmailBanner } from '#src/features/session/confirm-email-banner.tsx';
import {
  useGetAlertHistoryInfiniteQuery,
  useMarkAlertsReadMutation,
} from '#store/api/alerts-api.ts';
import type { AlertItem } from '#store/api/api-types.ts';
import { useGetNotificationSettingsQuery, useGetSettingsQuery } from '#store/api/base-api.ts';
import { useProfile } from '#store/use-profile.ts';
import { AlertExport } from './alert-export.tsx';
import { AlertFilters } from './alert-filters.tsx';
import { AlertList } from './alert-list.tsx';
import styles from './alerts-screen.module.css';
import { FailedMailBanner, useFailedMailAlerts } from './failed-mail-banner.tsx';
import {
  type AlertSearch,
  emptyFilters,
  isAlertListFiltered,
  toFilter,
  useAlertSearchParams,
} from './use-alert-search-params.ts';
import { useDeliveryPolling } from './use-delivery-polling.ts';

export function AlertsScreen() {
  const { search, set } = useAlertSearchParams();
  const filter = toFilter(search);
  const history = useGetAlertHistoryInfiniteQuery(filter);
  const { error } = history;
  // The rows of the last filter stay until those of this one arrive, but not when they cannot be read.
  const data = history.isError ? history.currentData : history.data;
  const queries = [history, useFailedMailAlerts(), useProfile(), useGetSettingsQuery()];
  const loaded = data?.pages.flatMap(({ items }) => items) ?? [];
  const alerts = usePinnedOpenAlert(loaded, search.open);
  const unread = data?.pages[0]?.unread ?? 0;
  const [markRead, { isLoading: marking }] = useMarkAlertsReadMutation();
  useDeliveryPolling(filter, data?.pages[0]?.items);
  useMarkAsRead(loaded.find(({ id }) => id === search.open));
  const isEmpty = data !== undefined && alerts.length === 0 && !isAlertListFiltered(search);
  const list = useRef<HTMLElement>(null);
  useListKeys(list);
  const toggle = ({ id }: AlertItem) => set({ open: search.open === id ? null : id });
  const changeFilters = (part: Partial<AlertSearch>) => set({ open: null, ...part });
  return (
    <LoadingBoundary queries={queries} label={copy.loading}>
      <ConfirmEmailBanner />
      <FailedMailBanner onSee={() => changeFilters({ ...emptyFilters, kind: 'failed' })} />
      <div className="mast">
        <div>
          <p className="label">
            <CheckFrequency />
          </p>
          <h1 className="headline">
            {data === undefined || isEmpty ? copy.title : copy.unreadTitle(unread)}
          </h1>
        </div>
        {!isEmpty && (
          <div className="mast__act">
            <Button
              variant="outline"
              disabled={unread === 0}
              loading={marking}
              aria-label={copy.markAll}
              onClick={() => void markRead({ read: true, all: true })}
            >
              <Icon name="check" />
              <span className="hide-s">{copy.markAll}</span>
            </Button>
          </div>
        )}
      </div>
      {!isEmpty && (
        <AlertFilters search={search} unread={unread} shown={alerts} onChange={changeFilters} />
      )}
      <section ref={list} aria-label={copy.history} aria-busy={history.isFetching}>
        {data === undefined && error === undefined && <Skeleton rows={4} label={copy.loading} />}
        {data === undefined && error !== undefined && (
          <ErrorState
            message={unreadText(error, copy.notRead)}
            onRetry={() => void history.refetch()}
          />
        )}
        {data !== undefined && alerts.length === 0 && (
          <NoAlerts
            onClear={isAlertListFiltered(search) ? () => changeFilters(emptyFilters) : null}
            title={search.kind === 'unread' ? copy.noneUnread : copy.noneFound}
          />
        )}
        <AlertList alerts={alerts} open={search.open} onToggle={toggle} />
        {data !== undefined && history.isFetchNextPageError && (
          <ErrorState
            message={unreadText(error, copy.moreFailed)}
            onRetry={() => void history.fetchNextPage()}
          />
        )}
        {history.hasNextPage && !history.isFetchNextPageError && (
          <p className={styles.more}>
            <Button
              variant="outline"
              loading={history.isFetchingNextPage}
              onClick={() => void history.fetchNextPage()}
            >
              {copy.more}
            </Button>
          </p>
        )}
      </section>
      <AlertExport filter={filter} />
    </LoadingBoundary>
  );
}

/** How often thresholds are checked, and the quiet hours. */
function CheckFrequency() {
  const { data: profile } = useProfile();
  const { data: notifications } = useGetNotificationSettingsQuery();
  const quiet = notifications?.quietHours;
  if (profile === undefined) return <>&nbsp;</>;
  return (
    <>
      {copy.checks(everyText(profile.configuracion.frecuencia))}
      {quiet && <span className="hide-s"> · {copy.quiet(quiet.from, quiet.to)}</span>}
    </>
  );
}

function NoAlerts({ title, onClear }: { title: string; onClear: (() => void) | null }) {
  const { data: settings } = useGetSettingsQuery();
  const hasThresholds = Object.keys(settings?.configuracion.umbrales ?? {}).length > 0;
  if (onClear !== null)
    return (
      <EmptyState title={title} action={{ label: copy.clear, onClick: onClear }}>
        {copy.noneFoundHint}
      </EmptyState>
    );
  return (
    <EmptyState
      title={copy.emptyTitle}
      action={
        hasThresholds
          ? { label: copy.toThresholds, to: '/dashboard/umbrales' }
          : { label: copy.toMatches, to: '/dashboard/partidos' }
      }
    >
      {copy.empty}
    </EmptyState>
  );
}

/** Marks an opened alert as read: one request per alert, even when the server refuses it. */
function useMarkAsRead(opened: AlertItem | undefined): void {
  const [markRead] = useMarkAlertsReadMutation();
  const requestedId = useRef<string | null>(null);
  const unreadId = opened?.read === false ? opened.id : null;
  useEffect(() => {
    if (unreadId === null || requestedId.current === unreadId) return;
    requestedId.current = unreadId;
    void markRead({ read: true, ids: [unreadId] });
  }, [unreadId, markRead]);
}

/**
 * Keeps the open alert in a filtered list: opening marks it as read, so it may no longer match.
 * @param open id of the open alert @returns the alerts, newest first, with the open one if it was ever listed
 */
function usePinnedOpenAlert(alerts: readonly AlertItem[], open: string | null) {
  const pinned = useRef<AlertItem | null>(null);
  const listed = alerts.find(({ id }) => id === open);
  if (listed !== undefined) pinned.current = listed;
  const { current } = pinned;
  if (listed !== undefined || current === null || current.id !== open) return alerts;
  const isNewer = ({ id }: AlertItem) => Number(id) > Number(current.id);
  return [
    ...alerts.filter(isNewer),
    { ...current, read: true },
    ...alerts.filter((alert) => !isNewer(alert)),
  ];
}
