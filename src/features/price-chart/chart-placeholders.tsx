/** Loading and error placeholders at the height of the chart, which avoids layout shift. */
import { ErrorState, Skeleton } from '#src/components/async-states.tsx';
import { priceChartCopy as copy } from '#src/copy/price-chart-texts.ts';
import chartFootStyles from './chart-foot.module.css';
import priceChartStyles from './price-chart.module.css';

export function ChartSkeleton() {
  return (
    <>
      <div className={`chart ${priceChartStyles['chart--wait']}`}>
        <Skeleton rows={4} label={copy.loading} />
      </div>
      <Foot />
    </>
  );
}

export function ChartErrorState(props: { readonly message: string; readonly onRetry: () => void }) {
  return (
    <>
      <div className={`chart ${priceChartStyles['chart--wait']}`}>
        <ErrorState message={props.message} onRetry={props.onRetry} />
      </div>
      <Foot />
    </>
  );
}

/** As high as the time axis and the figures below the chart. */
function Foot() {
  return (
    <>
      <div className="xlab" />
      <div className={chartFootStyles.chartfoot} />
    </>
  );
}
