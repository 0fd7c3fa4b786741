/** Column headers of a match's collectibles, with sort buttons. */
import { matchCopy as copy } from '#src/copy/match.ts';
import styles from './collectible-row.module.css';
import type { CollectibleSearch, CollectibleSort } from './filter-collectibles.ts';

type Sort = CollectibleSearch['sort'];

const columns: readonly { readonly by: CollectibleSort; readonly className: string }[] = [
  { by: 'name', className: '' },
  { by: 'floor', className: 'num' },
  { by: 'change', className: 'num' },
  { by: 'listings', className: `num ${styles.x}` },
  { by: 'lastSale', className: `num ${styles.x}` },
];

export function CollectibleTableHeader(props: {
  readonly sort: Sort;
  readonly onSort: (sort: Sort) => void;
}) {
  return (
    <div className={`${styles.crow} ${styles['crow--head']} meta`} role="row" aria-rowindex={1}>
      {columns.map(({ by, className }) => {
        const isSorted = props.sort?.by === by;
        const descending = props.sort?.descending === true;
        const direction = descending ? 'descending' : 'ascending';
        return (
          <span
            key={by}
            className={className}
            role="columnheader"
            aria-sort={isSorted ? direction : undefined}
          >
            <button
              type="button"
              className={`${styles.sortbtn} hit`}
              onClick={() => props.onSort(nextSort(by, isSorted, descending))}
            >
              {copy.columns[by]}
              {isSorted && (
                <svg className="tri" viewBox="0 0 10 10" aria-hidden="true">
                  <path d={descending ? 'M5 9.200.2.8h9.600z' : 'M5 .8 9.8 9.200H.2z'} />
                </svg>
              )}
            </button>
          </span>
        );
      })}
      <span className={styles.x} role="columnheader">
        {copy.columns.line}
      </span>
      <span role="columnheader">
        <span className="vh">{copy.columns.alert}</span>
      </span>
    </div>
  );
}

/** Cycles: ascending, descending, the market's order. */
function nextSort(by: CollectibleSort, isSorted: boolean, descending: boolean): Sort {
  if (!isSorted) return { by, descending: false };
  return descending ? null : { by, descending: true };
}
