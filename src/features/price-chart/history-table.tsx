/** Price history as a table: prices, data gaps, mails sent and sales, newest first. */
import { capitalizeFirst } from '#domain/capitalize-first.ts';
import { clockTime, longDateTime, money, shortWeekdayDate } from '#src/copy/format.ts';
import { matchCopy } from '#src/copy/match.ts';
import { priceChartCopy as copy } from '#src/copy/price-chart-texts.ts';
import type { AlertItem, History } from '#store/api/api-types.ts';
import styles from './history-table.module.css';

interface Row {
  readonly key: string;
  readonly at: string;
  readonly price: string;
  /** A mail or a sale; null: a price. */
  readonly event: string | null;
}

export function HistoryTable(props: {
  readonly history: History;
  readonly mails: readonly AlertItem[];
  readonly currency: string;
}) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable to scroll it by keyboard
    <section className={styles.scroll} tabIndex={0} aria-label={matchCopy.historyTitle}>
      <table className="ctable">
        <thead>
          <tr>
            <th>{matchCopy.when}</th>
            <th className="num">{matchCopy.price}</th>
            <th>{copy.event}</th>
          </tr>
        </thead>
        <tbody>
          {rowsOf(props).map(({ key, at, price, event }) => (
            <tr key={key}>
              <td>
                <time dateTime={at} title={longDateTime(at)}>
                  {formatMoment(at)}
                </time>
              </td>
              <td className="num">{price}</td>
              <td>{event}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

const formatMoment = (at: string) => `${shortWeekdayDate(at)}, ${clockTime(at)}`;

function rowsOf({ history, mails, currency }: Parameters<typeof HistoryTable>[0]): Row[] {
  const first = history.points[0]?.at ?? '';
  const prices = history.points.map(({ at, floorCents, late }) => {
    const price = floorCents === null ? copy.nothingListed : money(floorCents, currency);
    return { key: `p${at}`, at, price: late ? `${price} (${copy.late})` : price, event: null };
  });
  const gaps = history.gaps.map(({ from, to }) => ({
    key: `g${from}`,
    at: from,
    price: copy.unreadUntil(formatMoment(to)),
    event: null,
  }));
  const sent = mails
    .filter(({ observedAt }) => Date.parse(observedAt) >= Date.parse(first))
    .map(({ id, observedAt, valueCents, delivery }) => ({
      key: `m${id}`,
      at: observedAt,
      price: money(valueCents, currency),
      event: copy.mailAt(formatMoment(delivery.sentAt ?? observedAt)),
    }));
  const sales = (history.sales ?? []).map(({ at, priceCents }, index) => ({
    key: `s${index}`,
    at,
    price: '',
    event: capitalizeFirst(copy.soldFor(money(priceCents, currency))),
  }));
  return [...prices, ...gaps, ...sent, ...sales].toSorted(
    (a, b) => Date.parse(b.at) - Date.parse(a.at),
  );
}
