/** Statistics of a match, each with its sample size and, on demand, an explanation. */
import { type ReactNode, useState } from 'react';
import { count, money, plural, shortPercent } from '#src/copy/format.ts';
import { statisticsCopy as copy } from '#src/copy/statistics.ts';
import { ChangeIn24h } from '#src/features/prices/change-in-24h.tsx';
import type { Statistics } from '#store/api/api-types.ts';

type FigureName = Exclude<keyof Statistics, 'currency'>;

export function StatisticsList({ statistics }: { statistics: Statistics }) {
  const [explained, setExplained] = useState(false);
  const names = Object.keys(copy.figures) as FigureName[];
  return (
    <section aria-labelledby="statistics">
      <div className="sec-h">
        <h2 className="title" id="statistics">
          {copy.title}
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
      <dl className="kv kv--n" id="statistics-figures">
        {names.map((name) => {
          const { label, counted, meaning } = copy.figures[name];
          const [one, many] = counted;
          const { value, sampleSize } = statistics[name];
          return (
            <div key={name}>
              <dt>
                {label}
                <span>
                  {count(sampleSize)} {plural(sampleSize, one, many)}
                </span>
                {explained && <span className="kv__why">{meaning}</span>}
              </dt>
              <dd>{value === null ? copy.noData : figure(name, value, statistics.currency)}</dd>
            </div>
          );
        })}
      </dl>
    </section>
  );
}

function figure(name: FigureName, value: number, currency: string): ReactNode {
  if (name === 'change24hBp' || name === 'change7dBp') return <ChangeIn24h basisPoints={value} />;
  if (name.endsWith('Cents')) return money(Math.round(value), currency);
  if (name.endsWith('Bp')) return shortPercent(Math.round(value));
  if (name === 'volatility') return shortPercent(Math.round(value * 10_000));
  return count(Math.round(value));
}
