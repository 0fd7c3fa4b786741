/** /dashboard/partidos/:id: one match with its price chart, thresholds, statistics and collectibles. */
import { useCallback, useMemo, useState } from 'react';
import { Link, useParams } from 'react-router-dom';
import { defaultCollectible } from '#domain/default-collectible.ts';
import { EmptyState, ErrorState } from '#src/components/async-states.tsx';
import { Icon } from '#src/components/icon.tsx';
import { ScreenSkeleton } from '#src/components/screen-skeleton.tsx';
import { thresholdMoney } from '#src/copy/format.ts';
import { matchCopy as copy } from '#src/copy/match.ts';
import { unreadText } from '#src/features/errors/to-display-error.ts';
import { useTitleSubject } from '#src/features/layout/use-title-subject.ts';
import { useLiveFloor } from '#src/features/prices/use-live-price.ts';
import { ConfirmEmailBanner } from '#src/features/session/confirm-email-banner.tsx';
import { ThresholdDialog } from '#src/features/thresholds/threshold-dialog.tsx';
import type { SaveResult } from '#src/features/thresholds/use-threshold-save.ts';
import { identifierField } from '#src/hooks/search-param-fields.ts';
import { useReplacedSearchParams } from '#src/hooks/use-replaced-search-params.ts';
import type { Collectible, ThresholdItem } from '#store/api/api-types.ts';
import { useGetSettingsQuery } from '#store/api/base-api.ts';
import { type MatchOverview, useGetMatchQuery } from '#store/api/match-api.ts';
import { useProfile } from '#store/use-profile.ts';
import { CategoryStatistics } from './category-statistics.tsx';
import { CollectiblesTable } from './collectibles-table.tsx';
import { MatchHeader } from './match-header.tsx';
import styles from './match-screen.module.css';
import { MatchThresholds } from './match-thresholds.tsx';
import { PriceHistorySection } from './price-history-section.tsx';
import { RelatedMatches } from './related-matches.tsx';
import { selectMatchThresholds } from './select-match-thresholds.ts';
import { useChartPeriod } from './use-chart-period.ts';

/** The chosen collectible. */
const collectibleField = identifierField('c');
/** URL parameter: a threshold of the match, whose form is open. */
const linkedThreshold = 'umbral';

interface OpenDialog {
  readonly collectibleId: string | undefined;
  readonly editing?: Pick<ThresholdItem, 'id' | 'threshold'>;
  /** Price to propose, in cents. */
  readonly priceCents?: number;
}

export function MatchScreen() {
  const { id = '' } = useParams();
  // A query hook returns the data of its last argument until the next has loaded: keyed, each match starts without any.
  return <MatchDetails key={id} id={id} />;
}

function MatchDetails({ id }: { readonly id: string }) {
  const [params, setAddress] = useReplacedSearchParams();
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  /** The threshold just saved, whose line is pointed out. */
  const [savedId, setSavedId] = useState<string | null>(null);
  const period = useChartPeriod();
  const requestedId = collectibleField.parse(params.get(collectibleField.name));
  const { data: settings, ...settingsQuery } = useGetSettingsQuery();
  const profile = useProfile();
  const { data, error, isFetching, refetch } = useGetMatchQuery({
    id,
    range: period.range,
    ...(requestedId === '' ? {} : { collectible: requestedId }),
  });
  const chosen =
    data?.collectibles.find((item) => item.id === requestedId) ??
    defaultCollectible(data?.collectibles ?? none);
  useTitleSubject(useMatchTitle(data, chosen));
  const ownsCollectible = (collectibleId: string) =>
    data?.collectibles.some((item) => item.id === collectibleId);
  const choose = useCallback((c: string) => setAddress({ c }), [setAddress]);
  const showSaved = ({ id: savedId, threshold: { target } }: SaveResult) => {
    setSavedId(savedId);
    if (target.kind === 'collectible' && ownsCollectible(target.id))
      setAddress({ c: target.id, [linkedThreshold]: null });
  };
  const openDialog = useCallback(
    (collectibleId: string, editing: OpenDialog['editing']) =>
      setDialog({ collectibleId, ...(editing === undefined ? {} : { editing }) }),
    [],
  );

  const collectibles = data?.collectibles;
  const all = settings?.configuracion.umbrales;
  const umbrales = useMemo(
    () => selectMatchThresholds(id, collectibles, all),
    [id, collectibles, all],
  );

  // The link "Cambiarlo" of a mail opens the form of its threshold, unless that was deleted since.
  const linkedId = params.get(linkedThreshold);
  const linked = linkedId === null ? undefined : umbrales[linkedId];
  const shownDialog: OpenDialog | null =
    linkedId === null || linked === undefined
      ? dialog
      : { collectibleId: undefined, editing: { id: linkedId, threshold: linked } };
  const closeDialog = () => {
    setDialog(null);
    if (linkedId !== null) setAddress({ [linkedThreshold]: null });
  };

  // Its banner would move all that is below it.
  if (data === undefined || settings === undefined || profile.isLoading) {
    if (error !== undefined && 'status' in error && error.status === 404) return <MatchNotFound />;
    const failed = error ?? settingsQuery.error;
    const isRetrying = isFetching || settingsQuery.isFetching;
    const retry = () => {
      if (error !== undefined) refetch();
      if (settingsQuery.error !== undefined) settingsQuery.refetch();
    };
    return (
      <>
        <Breadcrumb />
        {failed === undefined || isRetrying ? (
          <ScreenSkeleton label={copy.loading} board="first" />
        ) : (
          <ErrorState message={unreadText(failed, copy.failed)} onRetry={retry} />
        )}
      </>
    );
  }
  return (
    <>
      <Breadcrumb />
      <ConfirmEmailBanner />
      <MatchHeader match={data.match} />
      <div className={styles.mgrid}>
        {chosen !== undefined && (
          <PriceHistorySection
            matchId={id}
            collectibles={data.collectibles}
            chosen={chosen}
            period={period}
            savedId={savedId}
            umbrales={umbrales}
            onChoose={choose}
            onEdit={(editing) => setDialog({ collectibleId: undefined, editing })}
            onOffer={(collectibleId, priceCents) => setDialog({ collectibleId, priceCents })}
          />
        )}
        <aside className="side">
          <MatchThresholds
            umbrales={umbrales}
            collectibles={data.collectibles}
            onCreate={() => setDialog({ collectibleId: chosen?.id })}
            onEdit={(editing) => setDialog({ collectibleId: undefined, editing })}
          />
          {chosen !== undefined && <CategoryStatistics matchId={id} category={chosen.category} />}
        </aside>
      </div>
      <CollectiblesTable
        collectibles={data.collectibles}
        chosenId={chosen?.id}
        umbrales={umbrales}
        states={settings.states}
        onChoose={choose}
        onEditThreshold={openDialog}
      />
      <RelatedMatches match={data.match} />
      {shownDialog !== null && (
        <ThresholdDialog matchId={id} {...shownDialog} onSaved={showSaved} onClose={closeDialog} />
      )}
    </>
  );
}

/** Name, and live price of the collectible on the chart; null until the match has loaded. */
function useMatchTitle(data: MatchOverview | undefined, chosen: Collectible | undefined) {
  const floorCents = useLiveFloor(
    useMemo(() => (chosen === undefined ? none : [chosen]), [chosen]),
  );
  if (data === undefined) return null;
  const { name, currency } = data.match;
  return floorCents === null ? name : `${name} · ${thresholdMoney(floorCents, currency)}`;
}

const none: readonly Collectible[] = [];

const Breadcrumb = () => (
  <nav aria-label="Ruta">
    <Link className={styles.crumb} to="/dashboard/partidos">
      <Icon name="back" />
      {copy.back}
    </Link>
  </nav>
);

function MatchNotFound() {
  useTitleSubject(copy.missing);
  return (
    <>
      <Breadcrumb />
      <EmptyState title={copy.missing} action={{ label: copy.back, to: '/dashboard/partidos' }}>
        {copy.missingLead}
      </EmptyState>
    </>
  );
}
