/** Backtest of the threshold being written: how often it would have fired in 30 days, and its line on the price chart. */
import { skipToken } from '@reduxjs/toolkit/query';
import { useMemo } from 'react';
import { longDateTime, thresholdMoney } from '#src/copy/format.ts';
import { priceChartCopy } from '#src/copy/price-chart-texts.ts';
import { previewCopy as copy } from '#src/copy/threshold-form-texts.ts';
import { categoryName, cheapestOfMatch } from '#src/copy/thresholds.ts';
import type { Collectible, History, Preview, ThresholdDraft } from '#store/api/api-types.ts';
import { useGetHistoryQuery } from '#store/api/match-api.ts';
import { errorText } from '../errors/to-display-error.ts';
import { useChartSeries } from '../price-chart/use-chart-series.ts';
import { useLazyPriceChart } from '../price-chart/use-lazy-price-chart.ts';
import { PriceStandingBar } from '../prices/price-standing-bar.tsx';
import { useMergeLivePrice } from '../prices/use-live-price.ts';
import { LineReach } from './line-reach.tsx';
import { currentPriceSentence, firingsSentence, mailsSentence } from './preview-sentences.ts';
import styles from './threshold-preview.module.css';
import { useDebouncedPreview } from './use-debounced-preview.ts';

interface ThresholdPreviewProps {
  /** The last valid threshold; null before the first. */
  readonly threshold: ThresholdDraft | null;
  /** Whether what is written now is another, not yet valid one. */
  readonly isUnfinished: boolean;
  /** The one collectible; undefined for the cheapest of several. */
  readonly collectible: Collectible | undefined;
  /** The line was dragged to a price, in cents. */
  readonly onPrice: (cents: number) => void;
}

export function ThresholdPreview(props: ThresholdPreviewProps) {
  const { threshold, isUnfinished } = props;
  const { data, currentData, isFetching, isError, error } = useDebouncedPreview(threshold);
  return (
    <div className={styles.prev}>
      <div className={styles.prev__h} role="status" aria-busy={isFetching}>
        {isUnfinished || threshold === null ? (
          <p className="meta">
            <b className={styles.prev__n}>{copy.unfinished}</b>
            {copy.unfinishedHint}
          </p>
        ) : (
          <p>
            <b className={styles.prev__n}>
              {currentData === undefined
                ? isError
                  ? errorText(error, copy.failed)
                  : copy.trying
                : firingsSentence(currentData)}
            </b>
            <span className="meta">
              {currentData !== undefined &&
                currentData.firings > 0 &&
                `${mailsSentence(threshold, currentData)} `}
              <CurrentPrice {...props} threshold={threshold} preview={currentData} />
            </span>
          </p>
        )}
      </div>
      {/* While the next result loads, the marks of the last one stay, so that the chart does not jump. */}
      <PreviewChart {...props} preview={isError ? undefined : data} />
      {props.collectible !== undefined && isLine(threshold) && (
        <LineReach preview={currentData} error={isError ? error : undefined} />
      )}
    </div>
  );
}

/** Of one collectible its live price, as the chart has it; else as the backtest says. */
function CurrentPrice(props: {
  readonly threshold: ThresholdDraft;
  readonly collectible: Collectible | undefined;
  readonly preview: Preview | undefined;
}) {
  const { threshold, collectible, preview } = props;
  const live = useMergeLivePrice();
  if (collectible === undefined)
    return preview === undefined ? '\u00A0' : currentPriceSentence(threshold, preview);
  return currentPriceSentence(threshold, {
    currentCents: live(collectible).floorCents,
    alreadyTrue: preview?.alreadyTrue ?? false,
  });
}

type PreviewChartProps = ThresholdPreviewProps & { readonly preview: Preview | undefined };

function PreviewChart(props: PreviewChartProps) {
  const { collectible, preview } = props;
  const live = useMergeLivePrice();
  const { currentData } = useGetHistoryQuery(
    collectible === undefined ? skipToken : { collectible: collectible.id, range: '30d' },
  );
  const cheapest = preview?.points;
  const ofCheapest = useMemo(
    () => (cheapest === undefined ? undefined : historyOf(cheapest)),
    [cheapest],
  );
  const history = collectible === undefined ? ofCheapest : currentData;
  const isEmpty = history === undefined || history.points.length === 0;
  return (
    <>
      {collectible !== undefined && (
        <PriceStandingBar month={history?.month} cents={live(collectible).floorCents} />
      )}
      {isEmpty ? <ChartSpace /> : <DrawnPreview {...props} history={history} />}
    </>
  );
}

const historyOf = (points: History['points']): History => ({
  ...{ collectibleId: '', range: '30d', limitedToDays: null },
  points,
  gaps: [],
});

function DrawnPreview(props: PreviewChartProps & { readonly history: History }) {
  const { threshold, collectible, preview, history } = props;
  const { Chart } = useLazyPriceChart();
  const chart = useChartSeries(history, null);
  const live = useMergeLivePrice();
  if (Chart === null || threshold === null) return <ChartSpace />;
  const { condition, currency } = threshold;
  const fired = (preview?.last ?? []).map(({ observedAt, valueCents }) => ({
    id: observedAt,
    atMs: Date.parse(observedAt),
    cents: valueCents,
    title: copy.wouldHave(thresholdMoney(valueCents, currency), longDateTime(observedAt)),
  }));
  const toBeat = preview?.toBeatCents ?? null;
  return (
    <Chart
      {...chart}
      currency={currency}
      target={collectible === undefined ? cheapestOfMatch : categoryName(collectible.category)}
      floorCents={
        collectible === undefined ? (preview?.currentCents ?? null) : live(collectible).floorCents
      }
      lines={isLine(threshold) ? [{ id: 'draft', threshold, createdAtMs: null }] : []}
      levels={
        condition === 'low' && toBeat !== null
          ? [
              {
                cents: toBeat,
                title: priceChartCopy.toBeat(thresholdMoney(toBeat, currency), threshold.value),
              },
            ]
          : []
      }
      marks={fired.slice(0, maxBalls)}
      firings={fired.map(({ atMs }) => atMs)}
      isSmall
      onMoved={(_line, cents) => props.onPrice(cents)}
    />
  );
}

/** More would lie on each other. */
const maxBalls = 10;

const isLine = (threshold: ThresholdDraft | null): boolean =>
  threshold?.condition === 'below' || threshold?.condition === 'above';

/** As high as the chart. */
const ChartSpace = () => (
  <>
    <div className="chart chart--mini" role="img" aria-label={priceChartCopy.loading} />
    <div className="xlab" />
  </>
);
