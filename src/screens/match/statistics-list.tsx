/** The match in figures, each with the number of observations behind it. “Not enough data” is an answer. */
import { count, money, shortPercent } from '#src/copy/format.ts';
import { matchCopy as copy } from '#src/copy/match.ts';
import type { Statistics } from '#store/api/types.ts';

type FigureName = Exclude<keyof Statistics, 'currency'>;

export function StatisticsList({ statistics }: { statistics: Statistics }) {
  const names = Object.keys(copy.figures) as FigureName[];
  return (
    <section aria-labelledby="statistics">
      <div className="sec-h">
        <h2 className="title" id="statistics">
          {copy.statistics}
        </h2>
      </div>
      <dl className="kv kv--n">
        {names.map((name) => {
          const [label, unit] = copy.figures[name];
          const { value, sampleSize } = statistics[name];
          return (
            <div key={name}>
              <dt>
                {label}
                <span>
                  {count(sampleSize)} {unit}
                </span>
              </dt>
              <dd>{value === null ? copy.noData : figureText(name, value, statistics.currency)}</dd>
            </div>
          );
        })}
      </dl>
    </section>
  );
}

function figureText(name: FigureName, value: number, currency: string): string {
  if (name.endsWith('Cents')) return money(Math.round(value), currency);
  if (name.endsWith('Bp')) return shortPercent(Math.round(value));
  if (name === 'volatility') return shortPercent(Math.round(value * 10_000));
  return count(Math.round(value));
}
