/** /dashboard: what has crossed, what is about to, and everything else under watch. */
import { useMemo, useState } from 'react';
import { Link } from 'react-router-dom';
import { Button } from '#src/components/button.tsx';
import { Icon } from '#src/components/icon.tsx';
import { Empty, Failed, Skeleton } from '#src/components/states.tsx';
import { capitalised, clockTime, longDate } from '#src/copy/format.ts';
import { overviewCopy as copy, overviewHeadline } from '#src/copy/overview.ts';
import {
  useGetConfigQuery,
  useGetMatchesQuery,
  useGetRawQuery,
} from '#store/api/monitoring-api.ts';
import { useAppSelector } from '#store/app-store.ts';
import { selectSource } from '#store/live.slice.ts';
import { ThresholdDialog } from '../threshold/threshold-dialog.tsx';
import { ConfirmEmailBanner } from './confirm-email-banner.tsx';
import { Freshness } from './freshness.tsx';
import { OverviewAside } from './overview-aside.tsx';
import { Scoreboard } from './scoreboard.tsx';
import { WatchListRow } from './watch-list-row.tsx';
import {
  arrange,
  isCrossed,
  isNear,
  type WatchFilter,
  type WatchOrder,
  type WatchRow,
  watchRows,
} from './watch-rows.ts';

export function OverviewScreen() {
  const raw = useGetRawQuery({ watched: 'true', spark: '7d', limit: '500' });
  const { data: matches } = useGetMatchesQuery({ watched: 'true', limit: '500' });
  const { data: settings } = useGetConfigQuery();
  const [open, setOpen] = useState<WatchRow | null>(null);
  const items = raw.data?.items ?? [];
  const rows = useMemo(
    () => (settings === undefined ? [] : watchRows(raw.data?.items ?? [], settings)),
    [raw.data, settings],
  );
  const crossed = rows.filter(isCrossed).length;
  const near = rows.filter(isNear).length;
  const thresholds = Object.keys(settings?.configuracion.umbrales ?? {}).length;
  const falls = items.map(({ change24hBp }) => change24hBp ?? 0).filter((change) => change < 0);
  const next = matches?.items.find(({ status }) => status === 'scheduled');
  const first = rows[0];

  return (
    <>
      <ConfirmEmailBanner />
      <StaleBanner />
      <div className="mast">
        <div>
          <p className="label">
            {capitalised(longDate(new Date()))}{' '}
            <span className="hide-s">
              · <Freshness />
            </span>
          </p>
          <h1 className="headline">
            {settings === undefined ? 'Resumen' : overviewHeadline({ thresholds, crossed, near })}
          </h1>
        </div>
        <div className="mast__act">
          {first !== undefined && (
            <Button
              look="outline"
              className="hide-s"
              onClick={() => setOpen({ ...first, line: null })}
            >
              {copy.createThreshold}
            </Button>
          )}
          <Link className="btn btn--primary" to="/dashboard/partidos" aria-label={copy.addMatch}>
            <Icon name="plus" />
            <span className="hide-s">{copy.addMatch}</span>
          </Link>
        </div>
      </div>
      <Scoreboard
        next={next}
        watched={settings?.configuracion.partidos.length ?? 0}
        crossed={crossed}
        near={near}
        fallBp={falls.length === 0 ? null : Math.min(...falls)}
      />
      <div className="desk">
        <section aria-labelledby="watch-list">
          {raw.isError && raw.data === undefined ? (
            <Failed message={messageOf(raw.error)} retryLabel="Reintentar" onRetry={raw.refetch} />
          ) : (
            <WatchList
              rows={raw.data === undefined || settings === undefined ? null : rows}
              matchOf={(row) => matches?.items.find(({ id }) => id === row.item.matchId)}
              onBell={setOpen}
            />
          )}
        </section>
        <OverviewAside items={items} />
      </div>
      {open !== null && (
        <ThresholdDialog
          matchId={open.item.matchId}
          collectibleId={open.item.id}
          editing={open.line === null ? undefined : { id: open.line.id, umbral: open.line.umbral }}
          onClose={() => setOpen(null)}
        />
      )}
    </>
  );
}

function StaleBanner() {
  const source = useAppSelector(selectSource);
  if (source?.state !== 'stale' || source.arrivedAt === null) return null;
  return (
    <div className="banner banner--top" role="status">
      <Icon name="info" />
      <p>{copy.stale(clockTime(source.arrivedAt))}</p>
    </div>
  );
}

function WatchList(props: {
  readonly rows: readonly WatchRow[] | null;
  readonly matchOf: (row: WatchRow) => Parameters<typeof WatchListRow>[0]['match'];
  readonly onBell: (row: WatchRow) => void;
}) {
  const [search, setSearch] = useState('');
  const [filter, setFilter] = useState<WatchFilter>('all');
  const [order, setOrder] = useState<WatchOrder>('near');
  const shown = arrange(props.rows ?? [], { search, filter, order });
  return (
    <>
      <div className="sec-h">
        <h2 className="title" id="watch-list">
          {copy.listTitle}
        </h2>
        {props.rows !== null && props.rows.length > 0 && (
          <div className="end">
            <label className="pick pick--search hide-s">
              <Icon name="search" />
              <span className="vh">{copy.searchLabel}</span>
              <input
                type="search"
                placeholder={copy.search}
                value={search}
                onChange={(event) => setSearch(event.target.value)}
              />
            </label>
            <Pick label={copy.show} value={filter} options={copy.filters} onPick={setFilter} />
            <Pick label={copy.order} value={order} options={copy.orders} onPick={setOrder} />
          </div>
        )}
      </div>
      {props.rows === null && <Skeleton rows={5} label={copy.loading} />}
      {props.rows?.length === 0 && (
        <Empty
          title={copy.emptyTitle}
          action={
            <Link className="btn btn--primary" to="/dashboard/partidos">
              {copy.addMatch}
            </Link>
          }
        >
          {copy.empty}
        </Empty>
      )}
      {props.rows !== null && props.rows.length > 0 && shown.length === 0 && (
        <Empty title={copy.noneTitle}>{copy.none}</Empty>
      )}
      {shown.length > 0 && (
        <div className="watch" role="table" aria-label="Coleccionables en vigilancia">
          <Head />
          {shown.map((row) => (
            <WatchListRow
              key={row.item.id}
              row={row}
              match={props.matchOf(row)}
              onBell={() => props.onBell(row)}
            />
          ))}
        </div>
      )}
    </>
  );
}

function Head() {
  return (
    <div className="wrow wrow--head" role="row">
      <span role="columnheader">Partido y categoría</span>
      <span role="columnheader">7 días</span>
      <span className="num" role="columnheader">
        Precio mín.
      </span>
      <span className="num" role="columnheader">
        24 h
      </span>
      <span className="dist" role="columnheader">
        <span className="dist__flag">Tu umbral</span>
        <span className="dist__axis" style={{ left: 'calc(var(--line) + 20 * 1.739%)' }}>
          20 %
        </span>
        <span className="dist__axis" style={{ left: 'calc(var(--line) + 40 * 1.739%)' }}>
          40 %
        </span>
      </span>
      <span className="num" role="columnheader">
        En venta
      </span>
      <span role="columnheader">
        <span className="vh">Alerta</span>
      </span>
    </div>
  );
}

function Pick<Value extends string>(props: {
  readonly label: string;
  readonly value: Value;
  readonly options: Readonly<Record<Value, string>>;
  readonly onPick: (value: Value) => void;
}) {
  const entries = Object.entries(props.options) as [Value, string][];
  return (
    <label className="pick">
      <span className="pick__l">{props.label}</span>
      <select value={props.value} onChange={(event) => props.onPick(event.target.value as Value)}>
        {entries.map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
    </label>
  );
}

const messageOf = (error: { message?: string } | undefined): string =>
  error?.message ?? 'No se ha podido leer tu vigilancia.';
