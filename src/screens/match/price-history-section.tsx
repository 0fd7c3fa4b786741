/** Price history of one collectible: the chart with threshold lines, or a table. */
import { useId, useMemo, useState } from 'react';
import { Link } from 'react-router-dom';
import { matchCopy as copy } from '#src/copy/match.ts';
import { priceChartCopy } from '#src/copy/price-chart-texts.ts';
import { categoryName } from '#src/copy/thresholds.ts';
import { unreadText } from '#src/features/errors/to-display-error.ts';
import { sharedCategories } from '#src/features/matches/shared-categories.ts';
import { ChartErrorState, ChartSkeleton } from '#src/features/price-chart/chart-placeholders.tsx';
import { HistoryTable } from '#src/features/price-chart/history-table.tsx';
import { PriceChartContainer } from '#src/features/price-chart/price-chart-container.tsx';
import { LiveChange, LivePrice } from '#src/features/prices/live-price.tsx';
import { MarketPageLink } from '#src/features/prices/market-page-link.tsx';
import { PriceStandingBar } from '#src/features/prices/price-standing-bar.tsx';
import { useLivePrice } from '#src/features/prices/use-live-price.ts';
import type { Collectible, History, Threshold, ThresholdItem } from '#store/api/api-types.ts';
import { useGetAlertsQuery } from '#store/api/base-api.ts';
import { useGetHistoryQuery } from '#store/api/match-api.ts';
import { chartRanges } from './chart-ranges.ts';
import { CollectibleTabs } from './collectible-tabs.tsx';
import { CompareSwitches } from './compare-switches.tsx';
import styles from './price-history-section.module.css';
import { tabName } from './tab-name.ts';
import type { ChartPeriod } from './use-chart-period.ts';
import { useCompared } from './use-compared.ts';

export interface PriceHistorySectionProps {
  readonly matchId: string;
  readonly collectibles: readonly Collectible[];
  readonly chosen: Collectible;
  readonly period: ChartPeriod;
  /** The threshold just saved; null: none. */
  readonly savedId: string | null;
  readonly umbrales: Readonly<Record<string, Threshold>>;
  readonly onChoose: (collectibleId: string) => void;
  readonly onEdit: (editing: Pick<ThresholdItem, 'id' | 'threshold'>) => void;
  /** A threshold is wanted at a price. */
  readonly onOffer: (collectibleId: string, cents: number) => void;
}

/** Number of newest mails of the match to load: more than fit on a chart. */
const mailLimit = '200';

export function PriceHistorySection(props: PriceHistorySectionProps) {
  const { chosen, matchId } = props;
  const { range, zoomed, setZoomed } = props.period;
  const panelId = useId();
  const [asTable, setAsTable] = useState(false);
  const { data, currentData, isFetching, error, refetch } = useGetHistoryQuery({
    collectible: chosen.id,
    range,
  });
  const { data: alerts } = useGetAlertsQuery({ match: matchId, limit: mailLimit });
  // `data` keeps the previous range while the next one loads; a range that failed shows its error.
  const shown = error === undefined ? data : currentData;
  const history = shown?.collectibleId === chosen.id ? shown : null;
  const mails = (alerts?.items ?? []).filter(
    ({ collectibleId, delivery }) => collectibleId === chosen.id && delivery.state === 'sent',
  );
  const target = categoryName(chosen.category);
  const comparison = useCompared(props.collectibles, chosen);
  const shared = useMemo(() => sharedCategories(props.collectibles), [props.collectibles]);
  return (
    <section aria-labelledby="history" aria-busy={isFetching}>
      <h2 className="vh" id="history">
        {copy.historyTitle}, {target}
      </h2>
      <CollectibleTabs {...props} shared={shared} panelId={panelId} />
      <div className={styles.panel} role="tabpanel" id={panelId} aria-label={target}>
        <div className={styles.quote}>
          <span className="fig">
            <LivePrice item={chosen} emptyText={copy.nothingListed} />
          </span>
          <span className={styles.quote__change}>
            <LiveChange item={chosen} /> <span className="meta">{copy.in24h}</span>
          </span>
          <MarketPageLink
            className={styles.quote__market}
            url={chosen.url}
            target={`${chosen.matchName}, ${target}`}
          />
        </div>
        <Ranges {...props} />
        <div className={styles.standing}>
          <LiveStanding month={history?.month} item={chosen} />
        </div>
        {history === null &&
          (error !== undefined && !isFetching ? (
            <ChartErrorState message={unreadText(error, priceChartCopy.failed)} onRetry={refetch} />
          ) : (
            <ChartSkeleton />
          ))}
        {history?.points.length === 0 && <p className="meta">{copy.noHistory}</p>}
        {history !== null &&
          history.points.length > 0 &&
          (asTable ? (
            <HistoryTable history={history} mails={mails} currency={chosen.currency} />
          ) : (
            <PriceChartContainer
              {...props}
              history={history}
              mails={mails}
              compared={comparison.compared.map(({ item, dash }) => ({
                id: item.id,
                name: tabName(item, shared),
                dash,
              }))}
              target={target}
              zoomed={zoomed}
              onZoom={setZoomed}
            />
          ))}
        {!asTable && <CompareSwitches {...props} {...comparison} shared={shared} />}
        <p className={`meta ${styles.legend}`}>
          <span>
            <i />
            {copy.price}
          </span>
          {mails.length > 0 && (
            <span>
              <i className={styles.l3} />
              {priceChartCopy.mailSent}
            </span>
          )}
          {(history?.sales?.length ?? 0) > 0 && (
            <span>
              <i className={styles.l4} />
              {priceChartCopy.sale}
            </span>
          )}
          {history?.limitedToDays != null && (
            <span>
              {copy.limited(history.limitedToDays)}{' '}
              <Link to="/dashboard/plan">{copy.seePlans}</Link>
            </span>
          )}
          <button
            type="button"
            className={`linkbtn hit ${styles.legend__end}`}
            onClick={() => setAsTable(!asTable)}
          >
            {asTable ? copy.asChart : copy.asTable}
          </button>
        </p>
      </div>
    </section>
  );
}

function LiveStanding(props: { readonly month: History['month']; readonly item: Collectible }) {
  const { floorCents } = useLivePrice(props.item);
  return <PriceStandingBar month={props.month} cents={floorCents} />;
}

function Ranges({ period: { range, zoomed, setRange } }: PriceHistorySectionProps) {
  return (
    <div className={`seg ${styles.ranges}`} role="group" aria-label={copy.period}>
      {chartRanges.map((value) => (
        <button
          key={value}
          type="button"
          aria-pressed={range === value && zoomed === null}
          onClick={() => setRange(value)}
        >
          {copy.ranges[value]}
        </button>
      ))}
    </div>
  );
}
