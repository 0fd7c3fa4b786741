/** Statistics of a category of a match, each with its sample size and, on demand, an explanation. */
import { type ReactNode, useState } from 'react';
import { ErrorState, Skeleton } from '#src/components/async-states.tsx';
import { count, money, percent, plural } from '#src/copy/format.ts';
import { statisticsCopy as copy } from '#src/copy/statistics.ts';
import { categoryName } from '#src/copy/thresholds.ts';
import { ChangeIn24h } from '#src/features/prices/change-in-24h.tsx';
import type { Statistics } from '#store/api/api-types.ts';
import { useGetStatsQuery } from '#store/api/base-api.ts';
import styles from './category-statistics.module.css';

type FigureName = Exclude<keyof Statistics, 'currency'>;

export interface CategoryStatisticsProps {
  readonly matchId: string;
  readonly category: string;
}

export function CategoryStatistics({ matchId, category }: CategoryStatisticsProps) {
  const [explained, setExplained] = useState(false);
  const { currentData, isFetching, refetch } = useGetStatsQuery({ match: matchId, category });
  return (
    <section aria-labelledby="statistics" aria-busy={isFetching}>
      <div className="sec-h">
        <h2 className="title" id="statistics">
          {copy.title} <span className={styles.stats__of}>{categoryName(category)}</span>
        </h2>
        <button
          type="button"
          className="linkbtn hit meta end"
          aria-expanded={explained}
          aria-controls="statistics-figures"
          onClick={() => setExplained(!explained)}
        >
          {copy.explain}
        </button>
      </div>
      <div id="statistics-figures">
        {currentData !== undefined && <Figures statistics={currentData} explained={explained} />}
        {currentData === undefined &&
          (isFetching ? (
            <Skeleton rows={5} label={copy.loading} />
          ) : (
            <ErrorState message={copy.failed} onRetry={refetch} />
          ))}
      </div>
    </section>
  );
}

function Figures(props: { readonly statistics: Statistics; readonly explained: boolean }) {
  const { statistics, explained } = props;
  const missing = missingFigures(statistics);
  const names = (Object.keys(copy.figures) as FigureName[]).filter(
    (name) => !missing.names.includes(name) && !repeatsFloor(name, statistics),
  );
  return (
    <>
      <dl className={`kv ${styles['kv--n']}`}>
        {names.map((name) => {
          const { label, counted, meaning } = copy.figures[name];
          const { value, sampleSize } = statistics[name];
          return (
            <div key={name}>
              <dt>
                {label}
                {counted !== null && (
                  <span>
                    {count(sampleSize)} {plural(sampleSize, counted[0], counted[1])}
                  </span>
                )}
                {explained && <span className={styles.kv__why}>{meaning}</span>}
              </dt>
              <dd>{value === null ? copy.noData : figure(name, value, statistics.currency)}</dd>
            </div>
          );
        })}
      </dl>
      {missing.sentence !== null && (
        <p className={`meta ${styles.stats__missing}`}>{missing.sentence}</p>
      )}
    </>
  );
}

const ofAsks: readonly FigureName[] = ['medianAskCents', 'spreadBp', 'depthWithin5Pct'];
const ofSales: readonly FigureName[] = ['volumeSales24h'];

/** What the market does not publish is one sentence, not a row each. A count that is known is a number, if only 0. */
function missingFigures({ depthWithin5Pct, volumeSales24h }: Statistics): {
  readonly names: readonly FigureName[];
  readonly sentence: string | null;
} {
  const lacksAsks = depthWithin5Pct.value === null;
  const lacksSales = volumeSales24h.value === null;
  if (lacksAsks && lacksSales) return { names: [...ofAsks, ...ofSales], sentence: copy.onlyFloors };
  if (lacksAsks) return { names: ofAsks, sentence: copy.noAsks };
  return lacksSales ? { names: ofSales, sentence: copy.noSales } : { names: [], sentence: null };
}

/** Of a category with a ticket each, the best price per ticket is the floor. */
const repeatsFloor = (name: FigureName, { floorCents, bestValuePerTicketCents }: Statistics) =>
  name === 'bestValuePerTicketCents' && bestValuePerTicketCents.value === floorCents.value;

function figure(name: FigureName, value: number, currency: string): ReactNode {
  if (name === 'change24hBp' || name === 'change7dBp') return <ChangeIn24h basisPoints={value} />;
  if (name.endsWith('Cents')) return money(Math.round(value), currency);
  if (name.endsWith('Bp')) return percent(Math.round(value));
  if (name === 'volatility') return percent(Math.round(value * 10_000));
  return count(Math.round(value));
}
