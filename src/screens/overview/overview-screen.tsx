/** /dashboard: headline, key figures, the watch list and the last alert. */

import { useCallback, useState } from 'react';
import { Link } from 'react-router-dom';
import { capitalizeFirst } from '#domain/capitalize-first.ts';
import { ErrorState } from '#src/components/async-states.tsx';
import { Button } from '#src/components/button.tsx';
import { Icon } from '#src/components/icon.tsx';
import { LoadingBoundary } from '#src/components/loading-boundary.tsx';
import { clockTime, separator, weekdayDate } from '#src/copy/format.ts';
import { overviewCopy as copy, overviewHeadline } from '#src/copy/overview.ts';
import { LastPricesList } from '#src/features/last-prices/last-prices-list.tsx';
import { useStoredLastPrices } from '#src/features/last-prices/use-stored-last-prices.ts';
import { lazyDialog } from '#src/features/loading/lazy-dialog.tsx';
import { MarketFreshness } from '#src/features/prices/market-freshness.tsx';
import { ConfirmEmailBanner } from '#src/features/session/confirm-email-banner.tsx';
import {
  isCrossed,
  isNear,
  thresholdToEdit,
  type WatchRow,
} from '#src/features/watch-list/watch-list-rows.ts';
import type { Collectible, ThresholdItem } from '#store/api/api-types.ts';
import { useGetAlertsQuery } from '#store/api/base-api.ts';
import { useAppSelector } from '#store/app-store.ts';
import { selectSource } from '#store/live.slice.ts';
import { useProfile } from '#store/use-profile.ts';
import { FirstMatch } from './first-match.tsx';
import { NearbyPriceAnnouncer } from './nearby-price-announcer.tsx';
import { OverviewAside } from './overview-aside.tsx';
import styles from './overview-screen.module.css';
import { OverviewSummary } from './overview-summary.tsx';
import { useMarketAtAGlance } from './use-market-at-a-glance.ts';
import { useSampledRows, useWatchList } from './use-watch-list.ts';
import { WatchListSection } from './watch-list-section.tsx';

const ThresholdDialog = lazyDialog(
  async () => (await import('#src/features/thresholds/threshold-dialog.tsx')).ThresholdDialog,
);

interface OpenThreshold {
  readonly item: Collectible;
  /** null: a new one. */
  readonly editing: Pick<ThresholdItem, 'id' | 'threshold'> | null;
}

export function OverviewScreen() {
  const { queries, settings, rows: loadedRows, matchById, error, retry, ...list } = useWatchList();
  const profile = useProfile();
  const alerts = useGetAlertsQuery({ limit: '1' });
  const rows = useSampledRows(loadedRows);
  useStoredLastPrices(loadedRows === null ? null : rows);
  const [open, setOpen] = useState<OpenThreshold | null>(null);
  const openThreshold = useCallback(
    (row: WatchRow) => setOpen({ item: row.item, editing: thresholdToEdit(row) }),
    [],
  );
  const crossed = rows.filter(isCrossed).length;
  const near = rows.filter(isNear).length;
  const thresholds = Object.keys(settings?.configuracion.umbrales ?? {}).length;
  // Rows of a match repeat one of its collectibles: left out.
  const items = rows.flatMap(({ item, matchTarget }) => (matchTarget === null ? [item] : []));
  const falls = items.map(({ change24hBp }) => change24hBp ?? 0).filter((change) => change < 0);
  const first = items[0];
  const watched = settings?.configuracion.partidos.length ?? null;
  const isNew = watched === 0 && thresholds === 0;
  const ownNext = [...list.watched.values()].find(({ status }) => status === 'scheduled');
  const hasNoNext = ownNext === undefined && loadedRows !== null && error === null;
  const market = useMarketAtAGlance(isNew || hasNoNext);

  return (
    <LoadingBoundary
      queries={[...queries, profile, alerts, market]}
      label={copy.loading}
      board="second"
    >
      <ConfirmEmailBanner />
      <StaleBanner />
      <div className="mast">
        <div>
          <p className="label">
            {capitalizeFirst(weekdayDate(new Date()))}
            <span className="hide-s">
              {separator}
              <MarketFreshness />
            </span>
          </p>
          <h1 className="headline">
            {settings === undefined || (loadedRows === null && thresholds > 0)
              ? copy.title
              : overviewHeadline({ thresholds, crossed, near })}
          </h1>
        </div>
        <div className="mast__act">
          {first !== undefined && (
            <Button
              variant="outline"
              className="hide-s"
              onClick={() => setOpen({ item: first, editing: null })}
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
      {loadedRows !== null && <NearbyPriceAnnouncer rows={rows} />}
      <OverviewSummary
        next={ownNext ?? market.next}
        isNextWatched={!isNew && !hasNoNext}
        market={isNew ? market.figures : undefined}
        watched={watched}
        crossed={loadedRows === null ? null : crossed}
        near={loadedRows === null ? null : near}
        fallBp={falls.length === 0 ? null : falls.reduce((low, fall) => Math.min(low, fall))}
      />
      <div className={styles.desk}>
        <section aria-labelledby="watch-list">
          <WatchListSection
            loadedRows={loadedRows}
            matchById={matchById}
            thresholds={thresholds}
            onEditThreshold={openThreshold}
            first={
              isNew && market.suggested.length > 0 && <FirstMatch matches={market.suggested} />
            }
          >
            {error !== null && (
              <>
                <ErrorState message={error} onRetry={retry} />
                {loadedRows === null && <LastPricesList />}
              </>
            )}
          </WatchListSection>
        </section>
        <OverviewAside items={items} />
      </div>
      {open !== null && (
        <ThresholdDialog
          matchId={open.item.matchId}
          collectibleId={open.item.id}
          editing={open.editing ?? undefined}
          onClose={() => setOpen(null)}
        />
      )}
    </LoadingBoundary>
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
