/** /dashboard/partidos: every match of the market, with filters and watch buttons. */
import { useState } from 'react';
import { EmptyState, ErrorState, Skeleton } from '#src/components/async-states.tsx';
import { LoadingBoundary } from '#src/components/loading-boundary.tsx';
import { count, separator } from '#src/copy/format.ts';
import { matchesCopy as copy } from '#src/copy/matches.ts';
import { useAddressedCollectible } from '#src/features/matches/use-addressed-collectible.ts';
import { useMatchList } from '#src/features/matches/use-match-list.ts';
import {
  emptyMatchSearch,
  type MatchSearch,
  useMatchSearchParams,
} from '#src/features/matches/use-match-search-params.ts';
import { PlanUsage } from '#src/features/plans/plan-usage.tsx';
import { MarketFreshness } from '#src/features/prices/market-freshness.tsx';
import { ConfirmEmailBanner } from '#src/features/session/confirm-email-banner.tsx';
import { useGetSettingsQuery } from '#store/api/base-api.ts';
import { useGetDiscoveryQuery } from '#store/api/discovery-api.ts';
import { usePlan } from '#store/use-plan.ts';
import { useProfile } from '#store/use-profile.ts';
import { DiscoverySection } from './discovery-section.tsx';
import { MatchFilters } from './match-filters.tsx';
import { MatchList } from './match-list.tsx';

export function MatchesScreen() {
  const { search, set } = useMatchSearchParams();
  const list = useMatchList(search);
  const addressed = useAddressedCollectible(search.q);
  const settings = useGetSettingsQuery();
  const profile = useProfile();
  const discovery = useGetDiscoveryQuery();
  const shown = list.items ?? [];
  // Remounts the filters, so that text typed just before they were cleared does not settle afterwards.
  const [timesCleared, setTimesCleared] = useState(0);
  const clear = () => {
    set({ ...emptyMatchSearch, sort: search.sort });
    setTimesCleared(timesCleared + 1);
  };
  return (
    <LoadingBoundary queries={[list, settings, profile, discovery]} label={copy.loading}>
      <ConfirmEmailBanner />
      <Masthead total={isFiltered(search) ? null : list.total} />
      <MatchFilters key={timesCleared} search={search} onChange={set} />
      {!isFiltered(search) && <DiscoverySection />}
      <section aria-labelledby="matches-list" aria-busy={list.isOutdated}>
        <div className="sec-h">
          <h2 className="title" id="matches-list">
            {copy.listTitle}
          </h2>
          <p className="meta end" role="status">
            {list.isOutdated && copy.loading}
            {list.items !== null &&
              !list.isOutdated &&
              copy.showing(count(shown.length), list.hasMore)}
          </p>
        </div>
        {list.error !== null && <ErrorState message={list.error} onRetry={list.retry} />}
        {list.items === null && list.error === null && <Skeleton rows={6} label={copy.loading} />}
        {list.items?.length === 0 && (
          <EmptyState title={copy.noneTitle} action={{ label: copy.clear, onClick: clear }}>
            {copy.none}
          </EmptyState>
        )}
        {shown.length > 0 && (
          <MatchList
            matches={shown}
            total={list.total}
            collectibleId={addressed?.id}
            onNearEnd={list.loadMore}
          />
        )}
        {list.loadingMore && <Skeleton rows={2} label={copy.loadingMore} />}
        {list.moreFailed && <ErrorState message={copy.moreFailed} onRetry={list.loadMore} />}
      </section>
    </LoadingBoundary>
  );
}

const isFiltered = ({ q, stage, city, watched }: MatchSearch): boolean =>
  q.trim() !== '' || stage !== '' || city !== '' || watched;

function Masthead({ total }: { readonly total: number | null }) {
  const { data: settings } = useGetSettingsQuery();
  const plan = usePlan();
  const watched = settings?.configuracion.partidos.length;
  return (
    <div className="mast">
      <div>
        <p className="label">
          {total !== null && `${copy.inAll(total)}${separator}`}
          <MarketFreshness />
        </p>
        <h1 className="headline">{copy.title}</h1>
      </div>
      {plan !== null && watched !== undefined && (
        <PlanUsage
          plan={plan}
          text={copy.watched(watched, plan.maxMatches)}
          label={copy.meter}
          used={watched}
          max={plan.maxMatches}
        />
      )}
    </div>
  );
}
