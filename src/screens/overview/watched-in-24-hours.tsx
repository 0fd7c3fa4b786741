/** Last 24 hours: how many watched prices fell and rose, the watched listings, and the sales of the whole market. */
import { Section } from '#src/components/section.tsx';
import { count } from '#src/copy/format.ts';
import { overviewCopy as copy } from '#src/copy/overview.ts';
import type { Collectible } from '#store/api/api-types.ts';
import { useGetStatsQuery } from '#store/api/base-api.ts';
import styles from './watched-in-24-hours.module.css';

export function WatchedIn24Hours({ items }: { readonly items: readonly Collectible[] }) {
  const { data: market } = useGetStatsQuery({});
  const changes = items.map(({ change24hBp }) => change24hBp).filter((change) => change !== null);
  const down = changes.filter((change) => change < 0).length;
  const up = changes.filter((change) => change > 0).length;
  const flat = changes.length - down - up;
  const sales = market?.volumeSales24h.value ?? null;
  return (
    <Section id="watched-day" title={copy.market}>
      <div
        className={styles.breadth}
        role="img"
        aria-label={copy.breadth(changes.length, down, up, flat)}
      >
        <span className={styles.d} style={{ flex: down }} />
        <span className={styles.f} style={{ flex: flat }} />
        <span className={styles.u} style={{ flex: up }} />
      </div>
      <p className={`meta ${styles.breadth__words}`} aria-hidden="true">
        <span className="chg chg--down">
          <Triangle path="M5 9.200.2.8h9.600z" />
          {down} {copy.down(down)}
        </span>
        <span>
          {flat} {copy.flat(flat)}
        </span>
        <span className="chg chg--up">
          <Triangle path="M5 .8 9.8 9.200H.2z" />
          {up} {copy.up(up)}
        </span>
      </p>
      <dl className="kv">
        <div>
          <dt>{copy.sales}</dt>
          <dd>{sales === null ? copy.noSales : count(sales)}</dd>
        </div>
        <div>
          <dt>{copy.onSale}</dt>
          <dd>{count(items.reduce((sum, { listings }) => sum + listings, 0))}</dd>
        </div>
      </dl>
    </Section>
  );
}

function Triangle({ path }: { readonly path: string }) {
  return (
    <svg className="tri" viewBox="0 0 10 10" aria-hidden="true">
      <path d={path} />
    </svg>
  );
}
