/** Naive list, for comparison: every row in the DOM, and one Redux dispatch per price. */
import '#src/styles/index.css';
import '#src/styles/pages.css';
import { configureStore } from '@reduxjs/toolkit';
import { memo, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { Provider, useSelector } from 'react-redux';
import type { PricesEvent, PriceUpdate } from '#contract/live-stream.ts';
import type { Collectible, MatchDetail } from '#contract/monitoring.ts';
import { Icon } from '#src/components/icon.tsx';
import { Price } from '#src/components/price.tsx';
import { count, money, percent, priceParts } from '#src/copy/format.ts';
import styles from '#src/screens/match/collectible-row.module.css';
import tableStyles from '#src/screens/match/collectibles-table.module.css';

type Action =
  | { readonly type: 'listRead'; readonly items: readonly Collectible[] }
  | { readonly type: 'priceChanged'; readonly update: PriceUpdate };

function reduce(items: readonly Collectible[] = [], action: Action): readonly Collectible[] {
  if (action.type === 'listRead') return action.items;
  if (action.type !== 'priceChanged') return items;
  const { collectibleId, floorCents } = action.update;
  return items.map((item) => (item.id === collectibleId ? { ...item, floorCents } : item));
}

const store = configureStore({
  reducer: reduce,
  middleware: (defaults) => defaults({ immutableCheck: false, serializableCheck: false }),
});

function List() {
  const items = useSelector((state: readonly Collectible[]) => state);
  const [q, setQ] = useState('');
  const shown = items.filter(({ name }) => name.toLowerCase().includes(q.toLowerCase()));
  return (
    <>
      <input className="input" type="search" value={q} onChange={(e) => setQ(e.target.value)} />
      <div className={tableStyles.clist} role="grid" aria-label="Coleccionables del partido">
        {shown.map((item) => (
          <Row key={item.id} item={item} />
        ))}
      </div>
    </>
  );
}

/** Memoised like the product's row: the comparison is about the list, not about a missing memo. */
const Row = memo(function Row({ item }: { item: Collectible }) {
  return (
    <div className={styles.crow} role="row">
      <div className={styles.crow__n} role="gridcell">
        <button type="button" className="linkbtn hit">
          <b>{item.category}</b>
        </button>
        <span className="meta">{item.rarity}</span>
      </div>
      <div className="num" role="gridcell">
        <Price {...priceParts(item.floorCents ?? 0, item.currency)} />
      </div>
      <div className="num" role="gridcell">
        <span className="chg">{percent(item.change24hBp ?? 0)}</span>
      </div>
      <div className={`num ${styles.x}`} role="gridcell">
        {count(item.listings)}
      </div>
      <div className={`num ${styles.x}`} role="gridcell">
        {money(item.lastSaleCents ?? 0, item.currency)}
      </div>
      <div className={styles.x} role="gridcell" />
      <div className="num" role="gridcell">
        <button type="button" className="iconbtn" aria-label={`Crear umbral de ${item.category}`}>
          <Icon name="alert" />
        </button>
      </div>
    </div>
  );
});

const answer = await fetch('/match.json');
const { collectibles } = (await answer.json()) as MatchDetail;
store.dispatch({ type: 'listRead', items: collectibles });
const root = document.getElementById('root');
if (root === null) throw new Error('no place to render');
createRoot(root).render(
  <Provider store={store}>
    <List />
  </Provider>,
);
new EventSource('/stream').addEventListener('prices', ({ data }) => {
  const { items } = JSON.parse(data) as PricesEvent;
  for (const update of items) store.dispatch({ type: 'priceChanged', update });
});
