/** Column headers of the watch list. */
import { overviewCopy as copy } from '#src/copy/overview.ts';
import styles from './watch-list-row.module.css';

export function WatchListHeader() {
  return (
    <div
      className={`vrow vrow--head ${styles.wrow} ${styles['wrow--head']}`}
      role="row"
      aria-rowindex={1}
    >
      <span role="columnheader">{copy.columns.name}</span>
      <span role="columnheader">{copy.columns.spark}</span>
      <span className="num" role="columnheader">
        {copy.columns.price}
      </span>
      <span className="num" role="columnheader">
        {copy.columns.change}
      </span>
      <span className="dist" role="columnheader">
        <span className="dist__flag">{copy.columns.line}</span>
        <span className={styles.dist__axis} style={{ left: 'calc(var(--line) + 40 * 1.739%)' }}>
          40 %
        </span>
      </span>
      <span className="num" role="columnheader">
        {copy.columns.listings}
      </span>
      <span role="columnheader">
        <span className="vh">{copy.columns.alert}</span>
      </span>
    </div>
  );
}
