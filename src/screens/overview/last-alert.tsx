/** The last alert as a ticket: what crossed, by how much, and the prices before it as a bar code. */
import { Link } from 'react-router-dom';
import { matchPath } from '#domain/app-links.ts';
import { Barcode } from '#src/components/barcode.tsx';
import { clockTime, priceParts, relativeTime } from '#src/copy/format.ts';
import { overviewCopy as copy } from '#src/copy/overview.ts';
import { collectibleName, ruleSentence } from '#src/copy/thresholds.ts';
import { ChangeIn24h } from '#src/features/prices/change-in-24h.tsx';
import { MarketPageLink } from '#src/features/prices/market-page-link.tsx';
import type { AlertItem, Collectible } from '#store/api/api-types.ts';
import styles from './last-alert.module.css';

export function LastAlert(props: {
  readonly alert: AlertItem;
  /** Its collectible; undefined when no longer watched. */
  readonly item: Collectible | undefined;
}) {
  const { alert, item } = props;
  const { units, fraction, symbol } = priceParts(alert.valueCents, alert.currency);
  const rule = { condition: alert.condition, value: alert.ruleValue, currency: alert.currency };
  const prices = (item?.spark ?? []).filter((value) => value !== null);
  return (
    <div className="ticket-shadow">
      <article className={`ticket ${styles.last}`}>
        <div className={styles.last__top}>
          <p className="label">
            Umbral cruzado · <time dateTime={alert.createdAt}>{clockTime(alert.createdAt)}</time>
          </p>
          <p>
            <b>{alert.matchName}</b>
            <br />
            <span className="meta">
              {collectibleName(alert.category, alert.collectibleName)} ·{' '}
              {relativeTime(alert.createdAt)}
            </span>
          </p>
          <p className={`${styles.last__price} fig`}>
            {units}
            <small>
              {fraction} {symbol}
            </small>
          </p>
        </div>
        <div className="perf" />
        <div className={styles.last__bot}>
          <p className={styles.last__rule}>
            <span className="thrval">{ruleSentence(rule)}</span>
            {item !== undefined && <ChangeIn24h basisPoints={item.change24hBp} />}
          </p>
          <Barcode values={prices} isPast={isPastThreshold(alert)} />
          <Link
            className="btn btn--primary btn--block"
            to={matchPath(alert.matchId, { collectible: alert.collectibleId })}
          >
            {copy.seeChart}
          </Link>
          <MarketPageLink
            className="btn btn--quiet btn--block"
            url={alert.collectibleUrl}
            target={`${alert.matchName}, ${collectibleName(alert.category, alert.collectibleName)}`}
          />
        </div>
      </article>
    </div>
  );
}

/** Predicate for prices past the threshold; only below and above have one. */
function isPastThreshold({ condition, ruleValue }: AlertItem): (cents: number) => boolean {
  if (condition === 'below') return (cents) => cents <= ruleValue;
  if (condition === 'above') return (cents) => cents >= ruleValue;
  return () => false;
}
