/** Sales on the price chart: a diamond each, at its instant and price; the one nearest to the instant read. */
import { longDateTime, money } from '#src/copy/format.ts';
import { priceChartCopy as copy } from '#src/copy/price-chart-texts.ts';
import type { History } from '#store/api/api-types.ts';
import styles from './price-chart.module.css';
import { type PriceScale, yOf } from './price-scale.ts';
import { fractionOf, isWithin, spanOf, type TimeWindow } from './time-window.ts';

export interface ChartSale {
  /** Epoch milliseconds. */
  readonly atMs: number;
  readonly cents: number;
}

export const salesOf = ({ sales = [] }: History): ChartSale[] =>
  sales.map(({ at, priceCents }) => ({ atMs: Date.parse(at), cents: priceCents }));

export function SaleMarks(props: {
  readonly sales: readonly ChartSale[];
  readonly window: TimeWindow;
  readonly scale: PriceScale;
  readonly currency: string;
}) {
  const { window, scale, currency } = props;
  return props.sales
    .filter(
      ({ atMs, cents }) => isWithin(window, atMs) && cents >= scale.low && cents <= scale.high,
    )
    .map(({ atMs, cents }) => (
      <span
        key={`${atMs}-${cents}`}
        className={styles.sale}
        title={copy.saleAt(money(cents, currency), longDateTime(new Date(atMs)))}
        style={{ left: `${fractionOf(window, atMs) * 100}%`, top: `${yOf(scale, cents) * 100}%` }}
      />
    ));
}

/** As near as a pointer can tell, as a share of the width. */
const nearShare = 0.012;

export function saleNear(
  sales: readonly ChartSale[],
  window: TimeWindow,
  atMs: number,
): ChartSale | null {
  const [nearest] = sales.toSorted((a, b) => Math.abs(a.atMs - atMs) - Math.abs(b.atMs - atMs));
  const isNear =
    nearest !== undefined && Math.abs(nearest.atMs - atMs) <= spanOf(window) * nearShare;
  return isNear ? nearest : null;
}
