/** /dashboard/umbrales: every threshold of the user, found, sorted, and changed one by one or many at once. */
import { type ReactNode, useId, useState } from 'react';
import { Link } from 'react-router-dom';
import { EmptyState, ErrorState, Skeleton } from '#src/components/async-states.tsx';
import { Button } from '#src/components/button.tsx';
import { Icon } from '#src/components/icon.tsx';
import { LoadingBoundary } from '#src/components/loading-boundary.tsx';
import { importExportCopy } from '#src/copy/import-export.ts';
import { thresholdListCopy as copy } from '#src/copy/threshold-list.ts';
import { PlanUsage } from '#src/features/plans/plan-usage.tsx';
import { MarketFreshness } from '#src/features/prices/market-freshness.tsx';
import { ConfirmEmailBanner } from '#src/features/session/confirm-email-banner.tsx';
import { ThresholdDialog } from '#src/features/thresholds/threshold-dialog.tsx';
import { useReplacedSearchParams } from '#src/hooks/use-replaced-search-params.ts';
import { useGetSettingsQuery } from '#store/api/base-api.ts';
import { usePlan } from '#store/use-plan.ts';
import { useProfile } from '#store/use-profile.ts';
import { ImportExportDialog } from './import-export-dialog.tsx';
import { TemplateDialog } from './template-dialog.tsx';
import { ThresholdFilters } from './threshold-filters.tsx';
import { ThresholdList } from './threshold-list.tsx';
import styles from './thresholds-screen.module.css';
import { useThresholdList } from './use-threshold-list.ts';
import {
  countFilters,
  emptyThresholdSearch,
  useThresholdSearchParams,
} from './use-threshold-search-params.ts';

/** URL parameter of the dialog for many, so that commands and links open it. */
const createParam = 'crear';
const createMany = 'varios';
/** Of the dialog for files. */
const fileParam = 'archivo';
const anyFile = 'umbrales';

export function ThresholdsScreen() {
  const { search, set } = useThresholdSearchParams();
  const { queries, rows, countByStatus, isOutdated, error, retry } = useThresholdList(search);
  const profile = useProfile();
  const [params, setParams] = useReplacedSearchParams();
  const setCreatesMany = (isOpen: boolean) =>
    setParams({ [createParam]: isOpen ? createMany : null });
  const setHandlesFiles = (isOpen: boolean) => setParams({ [fileParam]: isOpen ? anyFile : null });
  const [createsOn, setCreatesOn] = useState<string | null>(null);
  // Remounts the filters, so that text typed just before they were cleared does not settle afterwards.
  const [timesCleared, setTimesCleared] = useState(0);
  /** On phones, where the list begins higher without. */
  const [showsFilters, setShowsFilters] = useState(false);
  const filtersId = useId();
  const clear = () => {
    set({ ...emptyThresholdSearch, sort: search.sort });
    setTimesCleared(timesCleared + 1);
  };
  const first = rows?.[0];
  const filters = countFilters(search);
  const hasNone = rows?.length === 0 && filters === 0;
  return (
    <LoadingBoundary queries={[...queries, profile]} label={copy.loading}>
      <ConfirmEmailBanner />
      <Masthead>
        {!hasNone && (
          <div className="mast__act only-s">
            <Button
              variant="outline"
              aria-expanded={showsFilters}
              aria-controls={filtersId}
              onClick={() => setShowsFilters(!showsFilters)}
            >
              {copy.filters(filters)}
            </Button>
          </div>
        )}
      </Masthead>
      {!hasNone && (
        <ThresholdFilters
          key={timesCleared}
          id={filtersId}
          isFolded={!showsFilters}
          search={search}
          countByStatus={countByStatus}
          onChange={set}
        />
      )}
      <div aria-busy={isOutdated}>
        <div className={hasNone ? 'vh' : `sec-h ${styles.shown}`}>
          <p className="meta" role="status">
            {isOutdated && copy.loading}
            {rows !== null && !isOutdated && copy.shown(rows.length)}
          </p>
          {!hasNone && (
            <button
              type="button"
              className="linkbtn meta hit"
              onClick={() => setHandlesFiles(true)}
            >
              {importExportCopy.title}
            </button>
          )}
          {first !== undefined && (
            <div className="end pinned">
              <Button variant="outline" small onClick={() => setCreatesMany(true)}>
                {copy.createMany}
              </Button>
              <Button variant="outline" small onClick={() => setCreatesOn(first.matchId)}>
                <Icon name="plus" />
                {copy.create}
              </Button>
            </div>
          )}
        </div>
        {error !== null && <ErrorState message={error} onRetry={() => void retry()} />}
        {rows === null && error === null && <Skeleton rows={6} label={copy.loading} />}
        {hasNone && (
          <EmptyState
            title={copy.emptyTitle}
            action={{ label: copy.toMatches, to: '/dashboard/partidos' }}
          >
            {copy.empty} <Link to={`?${createParam}=${createMany}`}>{copy.createManyInstead}</Link>
            {' · '}
            <Link to={`?${fileParam}=${anyFile}`}>{importExportCopy.title}</Link>
          </EmptyState>
        )}
        {rows?.length === 0 && !hasNone && (
          <EmptyState title={copy.noneTitle} action={{ label: copy.clear, onClick: clear }}>
            {copy.none}
          </EmptyState>
        )}
        {rows !== null && rows.length > 0 && <ThresholdList rows={rows} />}
      </div>
      {params.get(createParam) === createMany && (
        <TemplateDialog onClose={() => setCreatesMany(false)} />
      )}
      {params.get(fileParam) === anyFile && (
        <ImportExportDialog onClose={() => setHandlesFiles(false)} />
      )}
      {createsOn !== null && (
        <ThresholdDialog matchId={createsOn} onClose={() => setCreatesOn(null)} />
      )}
    </LoadingBoundary>
  );
}

function Masthead({ children }: { readonly children: ReactNode }) {
  const { data: settings } = useGetSettingsQuery();
  const plan = usePlan();
  const used = Object.keys(settings?.configuracion.umbrales ?? {}).length;
  return (
    <div className="mast">
      <div>
        <p className="label">
          <MarketFreshness />
        </p>
        <h1 className="headline">{copy.title}</h1>
      </div>
      {settings !== undefined && plan !== null && (
        <PlanUsage
          plan={plan}
          text={copy.used(used, plan.maxThresholds)}
          label={copy.usage}
          used={used}
          max={plan.maxThresholds}
        />
      )}
      {children}
    </div>
  );
}
