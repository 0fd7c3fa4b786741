/** The prices last stored on this device, with their age: what a page loaded without a network shows. */
import { useState } from 'react';
import { money } from '#src/copy/format.ts';
import { lastPricesCopy as copy } from '#src/copy/last-prices.ts';
import styles from './last-prices-list.module.css';
import { type LastPrice, readLastPrices } from './last-prices-storage.ts';

/** Nothing when none are stored. */
export function LastPricesList() {
  const [stored] = useState(readLastPrices);
  if (stored === null || stored.prices.length === 0) return null;
  const at = new Date(stored.atMs);
  return (
    <section className={styles['last-prices']} aria-labelledby="last-prices">
      <h2 className="title" id="last-prices">
        {copy.title}
      </h2>
      <p className="meta">
        <time dateTime={at.toISOString()}>{copy.age(at, new Date())}</time>
        {stored.omitted > 0 && ` ${copy.more(stored.omitted)}`}
      </p>
      <table className="ctable">
        <thead>
          <tr>
            <th scope="col">{copy.columns.name}</th>
            <th scope="col" className="num">
              {copy.columns.price}
            </th>
            <th scope="col" className="num">
              {copy.columns.line}
            </th>
          </tr>
        </thead>
        <tbody>
          {stored.prices.map((price) => (
            <Row key={price.key} price={price} />
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Row({ price }: { readonly price: LastPrice }) {
  const { match, target, floorCents, currency, rule, isCrossed } = price;
  return (
    <tr>
      <th scope="row">
        {match}
        <span className="meta">{target}</span>
      </th>
      <td className="num">
        {floorCents === null ? (
          <span className="meta">{copy.nothingOnSale}</span>
        ) : (
          <b>{money(floorCents, currency)}</b>
        )}
      </td>
      <td className="num">
        {rule === null ? <span className="meta">{copy.noThreshold}</span> : rule}
        {isCrossed && <b className={styles['last-prices__x']}> · {copy.crossed}</b>}
      </td>
    </tr>
  );
}
