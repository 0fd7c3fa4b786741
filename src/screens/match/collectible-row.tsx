/** One collectible of a match: live price, change, listings, and the user's threshold. */
import { memo } from 'react';
import { Icon } from '#src/components/icon.tsx';
import { count, money } from '#src/copy/format.ts';
import { matchCopy as copy } from '#src/copy/match.ts';
import { categoryName, ruleSentence } from '#src/copy/thresholds.ts';
import { LiveChange, LivePrice } from '#src/features/prices/live-price.tsx';
import { MarketPageIconLink } from '#src/features/prices/market-page-link.tsx';
import type { Collectible, ThresholdItem } from '#store/api/api-types.ts';
import styles from './collectible-row.module.css';

export interface CollectibleRowProps {
  readonly item: Collectible;
  /** Its category alone does not name it. */
  readonly isCategoryShared: boolean;
  readonly threshold: Pick<ThresholdItem, 'id' | 'threshold'> | undefined;
  /** The chart shows this collectible. */
  readonly chosen: boolean;
  readonly rowIndex: number;
  readonly tabIndex: 0 | -1;
  readonly onChoose: (collectibleId: string) => void;
  readonly onEditThreshold: (
    collectibleId: string,
    editing: Pick<ThresholdItem, 'id' | 'threshold'> | undefined,
  ) => void;
}

/** Memoised: a match may have ten thousand collectibles. */
export const CollectibleRow = memo(function CollectibleRow(props: CollectibleRowProps) {
  const { item, threshold, tabIndex } = props;
  const name = categoryName(item.category);
  const ownName = props.isCategoryShared ? item.name : null;
  const fullName = ownName === null ? name : `${name}, ${ownName}`;
  const details = [ownName, item.rarity].filter((text) => text !== null);
  return (
    <div
      className={styles.crow}
      role="row"
      aria-rowindex={props.rowIndex}
      aria-selected={props.chosen}
    >
      <div className={styles.crow__n} role="gridcell">
        <button
          type="button"
          className="linkbtn hit"
          tabIndex={tabIndex}
          onClick={() => props.onChoose(item.id)}
        >
          <b>{name}</b>
        </button>
        {details.length > 0 && <span className="meta">{details.join(' · ')}</span>}
      </div>
      <div className="num" role="gridcell">
        <LivePrice item={item} emptyText={copy.nothingListed} />
      </div>
      <div className="num" role="gridcell">
        <LiveChange item={item} />
      </div>
      <div className={`num ${styles.x}`} role="gridcell">
        {count(item.listings)}
      </div>
      <div className={`num ${styles.x}`} role="gridcell">
        {item.lastSaleCents === null ? '—' : money(item.lastSaleCents, item.currency)}
      </div>
      <div className={styles.x} role="gridcell">
        {threshold !== undefined && (
          <span className="thrval">{ruleSentence(threshold.threshold)}</span>
        )}
      </div>
      <div className={styles.crow__acts} role="gridcell">
        <button
          type="button"
          className="iconbtn"
          tabIndex={tabIndex}
          aria-label={`${threshold === undefined ? 'Crear' : 'Editar'} umbral de ${fullName}`}
          onClick={() => props.onEditThreshold(item.id, threshold)}
        >
          <Icon name="alert" />
        </button>
        <MarketPageIconLink
          url={item.url}
          target={`${item.matchName}, ${fullName}`}
          tabIndex={tabIndex}
        />
      </div>
    </div>
  );
});
