/** /dashboard/alertas: everything that has crossed a line, newest first, and why each one came. */
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { Button } from '#src/components/button.tsx';
import { Icon } from '#src/components/icon.tsx';
import { Empty, Failed, Skeleton } from '#src/components/states.tsx';
import { alertsCopy as copy } from '#src/copy/alerts.ts';
import { capitalised, longDate } from '#src/copy/format.ts';
import { useGetAlertsQuery, useMarkAlertsReadMutation } from '#store/api/monitoring-api.ts';
import type { AlertItem } from '#store/api/types.ts';
import { AlertRow } from './alert-row.tsx';

const pageSize = 50;

export function AlertsScreen() {
  const [unreadOnly, setUnreadOnly] = useState(false);
  const [shown, setShown] = useState(pageSize);
  const { data, error, refetch } = useGetAlertsQuery({
    limit: String(Math.min(shown, 500)),
    ...(unreadOnly ? { unread: 'true' as const } : {}),
  });
  const [markRead, { isLoading: marking }] = useMarkAlertsReadMutation();
  const unread = data?.unread ?? 0;
  const hasMore = data != null && data.nextCursor !== null && shown < 500;
  return (
    <>
      <div className="mast">
        <div>
          <p className="label">{copy.label}</p>
          <h1 className="headline">{copy.unreadTitle(unread)}</h1>
        </div>
        <div className="mast__act">
          <Button
            look="outline"
            disabled={unread === 0}
            working={marking}
            aria-label={copy.markAll}
            onClick={() => void markRead({ read: true, all: true })}
          >
            <Icon name="check" />
            <span className="hide-s">{copy.markAll}</span>
          </Button>
        </div>
      </div>
      <div className="filters filters--a">
        <div className="seg" role="group" aria-label={copy.show}>
          <button type="button" aria-pressed={!unreadOnly} onClick={() => setUnreadOnly(false)}>
            {copy.all}
          </button>
          <button type="button" aria-pressed={unreadOnly} onClick={() => setUnreadOnly(true)}>
            {copy.unread}
          </button>
        </div>
      </div>
      <section aria-label={copy.history} className="alist">
        {data === undefined && error === undefined && <Skeleton rows={4} label={copy.loading} />}
        {data === undefined && error !== undefined && (
          <Failed
            message={error.message ?? 'No se han podido leer tus alertas.'}
            retryLabel="Reintentar"
            onRetry={refetch}
          />
        )}
        {data?.items.length === 0 && <NoAlerts unreadOnly={unreadOnly} />}
        {byDay(data?.items ?? []).map(([day, alerts]) => (
          <div key={day}>
            <h2 className="label alist__day">{day}</h2>
            <ul>
              {alerts.map((alert) => (
                <AlertRow
                  key={alert.id}
                  alert={alert}
                  onOpen={() => {
                    if (!alert.read) void markRead({ read: true, ids: [alert.id] });
                  }}
                />
              ))}
            </ul>
          </div>
        ))}
        {hasMore && (
          <p className="more">
            <Button look="outline" onClick={() => setShown(shown + pageSize)}>
              {copy.more}
            </Button>
          </p>
        )}
      </section>
    </>
  );
}

function NoAlerts({ unreadOnly }: { unreadOnly: boolean }) {
  if (unreadOnly) return <Empty title={copy.noneUnread}>{copy.empty}</Empty>;
  return (
    <Empty
      title={copy.emptyTitle}
      action={
        <Link className="btn btn--primary" to="/dashboard/partidos">
          {copy.toMatches}
        </Link>
      }
    >
      {copy.empty}
    </Empty>
  );
}

function byDay(alerts: readonly AlertItem[]): [string, AlertItem[]][] {
  return [...Map.groupBy(alerts, ({ createdAt }) => capitalised(longDate(createdAt))).entries()];
}
