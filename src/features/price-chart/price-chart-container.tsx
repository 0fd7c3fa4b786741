/** Container of the price chart: live price and threshold lines from the store; saves a dragged threshold. */
import { skipToken } from '@reduxjs/toolkit/query';
import { useMemo } from 'react';
import { ruleOf } from '#domain/threshold.ts';
import { longDateTime, thresholdMoney } from '#src/copy/format.ts';
import { priceChartCopy as copy } from '#src/copy/price-chart-texts.ts';
import { ruleSentence, targetLabel } from '#src/copy/thresholds.ts';
import { useLivePrice } from '#src/features/prices/use-live-price.ts';
import { useSession } from '#src/features/session/session-context.ts';
import { SettingsErrorBanner } from '#src/features/settings/settings-error-banner.tsx';
import { useSettingsMutation } from '#src/features/settings/use-settings-mutation.ts';
import { useUndoSettingsChange } from '#src/features/settings/use-undo-settings-change.ts';
import { silentUntil } from '#src/features/thresholds/silent-until.ts';
import { useMinute } from '#src/hooks/use-minute.ts';
import type {
  AlertItem,
  Collectible,
  History,
  Threshold,
  ThresholdItem,
} from '#store/api/api-types.ts';
import { usePreviewThresholdQuery } from '#store/api/base-api.ts';
import { ChartErrorState, ChartSkeleton } from './chart-placeholders.tsx';
import type { ChartMark } from './price-chart.tsx';
import { lowestOfDays } from './price-figures.ts';
import type { PriceSeries } from './price-series.ts';
import { salesOf } from './sale-marks.tsx';
import type { ChartLine } from './threshold-line.tsx';
import type { TimeWindow } from './time-window.ts';
import { useChartSeries } from './use-chart-series.ts';
import { type Compared, useComparedSeries } from './use-compared-series.ts';
import { useLazyPriceChart } from './use-lazy-price-chart.ts';

interface PriceChartContainerProps {
  readonly history: History;
  readonly chosen: Collectible;
  readonly target: string;
  readonly umbrales: Readonly<Record<string, Threshold>>;
  readonly mails: readonly AlertItem[];
  /** Laid over the price of the chosen one. */
  readonly compared: readonly Compared[];
  /** The threshold just saved, whose line is pointed out; null: none. */
  readonly savedId: string | null;
  /** The part of the range to show; null: all of it. */
  readonly zoomed: TimeWindow | null;
  readonly onZoom: (window: TimeWindow | null) => void;
  readonly onEdit: (editing: Pick<ThresholdItem, 'id' | 'threshold'>) => void;
  readonly onOffer: (collectibleId: string, cents: number) => void;
}

export function PriceChartContainer(props: PriceChartContainerProps) {
  const { history, chosen, umbrales } = props;
  const { Chart, failed, retry } = useLazyPriceChart();
  const { range, ...chart } = useChartSeries(history, props.zoomed);
  const comparison = useComparedSeries(props.compared, range, chart.series.untilMs);
  // A snooze ends by itself.
  const minute = useMinute();
  // biome-ignore lint/correctness/useExhaustiveDependencies: lines are made anew each minute
  const lines = useMemo(() => linesOn(umbrales, chosen), [umbrales, chosen, minute]);
  const levels = [...levelsOn(umbrales, chosen, chart.series), ...useMatchLow(umbrales, chosen)];
  const sales = useMemo(() => salesOf(history), [history]);
  const { floorCents, change24hBp } = useLivePrice(chosen);
  const mutation = useSettingsMutation();
  const undoChange = useUndoSettingsChange();
  const { showToast } = useSession();

  const move = async ({ id }: ChartLine, cents: number) => {
    const seen = umbrales[id];
    if (seen === undefined) return;
    if (!(await mutation.change({ kind: 'change', id, patch: { value: cents }, seen }))) return;
    const moved = { ...seen, value: cents };
    const run = () => undoChange({ kind: 'change', id, patch: { value: seen.value }, seen: moved });
    showToast(copy.moved(ruleSentence(moved)), 'info', { label: copy.undo, run });
  };

  return (
    <>
      <SettingsErrorBanner mutation={mutation} />
      {Chart === null &&
        (failed ? <ChartErrorState message={copy.notDrawn} onRetry={retry} /> : <ChartSkeleton />)}
      {Chart !== null && (
        <Chart
          {...chart}
          compared={comparison.series}
          currency={chosen.currency}
          target={props.target}
          floorCents={floorCents}
          now={{ cents: floorCents, changeBp: change24hBp }}
          lines={lines}
          levels={levels}
          savedId={props.savedId}
          marks={props.mails.map(markOf)}
          sales={sales}
          onMoved={(line, cents) => void move(line, cents)}
          onEdit={({ id }) => {
            const threshold = umbrales[id];
            if (threshold !== undefined) props.onEdit({ id, threshold });
          }}
          onWindow={props.onZoom}
          onOffer={(cents) => props.onOffer(chosen.id, cents)}
        />
      )}
      <div role="status">
        {comparison.failed.map(({ id, name, retry }) => (
          <p className="meta" key={id}>
            {copy.comparedFailed(name)}{' '}
            <button type="button" className="linkbtn hit" onClick={retry}>
              {copy.retry}
            </button>
          </p>
        ))}
      </div>
    </>
  );
}

/** Whether it is on this collectible, or on the cheapest of those it is among. */
const concerns = ({ target }: Threshold, { id, matchId, category }: Collectible): boolean =>
  target.kind === 'collectible'
    ? target.id === id
    : target.id === matchId && (target.category === null || target.category === category);

/** Thresholds whose condition is a price. */
const linesOn = (umbrales: Readonly<Record<string, Threshold>>, chosen: Collectible): ChartLine[] =>
  Object.entries(umbrales)
    .filter(
      ([, threshold]) =>
        concerns(threshold, chosen) &&
        threshold.pause === null &&
        (threshold.condition === 'below' || threshold.condition === 'above'),
    )
    .map(([id, threshold]) => ({
      id,
      threshold,
      createdAtMs: Date.parse(threshold.createdAt),
      silentUntil: silentUntil(threshold),
    }));

const markOf = ({ id, observedAt, valueCents, delivery }: AlertItem): ChartMark => ({
  id,
  atMs: Date.parse(observedAt),
  cents: valueCents,
  title: copy.mailAt(longDateTime(delivery.sentAt ?? observedAt)),
});

/** What a low of the cheapest of several has to beat, which no series of one collectible says; of several lows the first's. */
function useMatchLow(umbrales: Readonly<Record<string, Threshold>>, chosen: Collectible) {
  const low = Object.values(umbrales).find(
    (one) =>
      one.condition === 'low' &&
      one.target.kind === 'match' &&
      one.pause === null &&
      concerns(one, chosen),
  );
  const { data } = usePreviewThresholdQuery(
    low === undefined ? skipToken : { threshold: ruleOf(low), days: 1 },
  );
  const cents = data?.toBeatCents ?? null;
  if (low === undefined || cents === null) return [];
  const price = thresholdMoney(cents, low.currency);
  return [{ cents, title: copy.toBeatOfMatch(targetLabel(low.target, null), price, low.value) }];
}

/** What a low of some days has to beat, where the series goes back as far; its owner's alone, of one collectible. */
function levelsOn(
  umbrales: Readonly<Record<string, Threshold>>,
  { id, currency }: Collectible,
  series: PriceSeries,
) {
  const days = Object.values(umbrales)
    .filter(
      ({ target, condition, pause }) => condition === 'low' && target.id === id && pause === null,
    )
    .map(({ value }) => value);
  return [...new Set(days)].flatMap((amount) => {
    const cents = lowestOfDays(series, amount);
    return cents === null
      ? []
      : [{ cents, title: copy.toBeat(thresholdMoney(cents, currency), amount) }];
  });
}
