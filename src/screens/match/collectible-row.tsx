/** One collectible of a match: its price as it stands now, and the user's line beside it. */
import { memo } from 'react';
import { Icon } from '#src/components/icon.tsx';
import { count, money } from '#src/copy/format.ts';
import { matchCopy as copy } from '#src/copy/match.ts';
import { categoryName, ruleSentence } from '#src/copy/thresholds.ts';
import { LiveChange, LivePrice } from '#src/features/prices/live-price.tsx';
import type { Collectible, Umbral } from '#store/api/types.ts';
import { toRule } from '#store/api/types.ts';

export interface Editing {
  readonly id: string;
  readonly umbral: Umbral;
}

export interface CollectibleRowProps {
  readonly item: Collectible;
  readonly line: Editing | undefined;
  /** Its price is the one that is drawn. */
  readonly chosen: boolean;
  readonly rowIndex: number;
  readonly tabIndex: 0 | -1;
  readonly onChoose: (collectibleId: string) => void;
  readonly onThreshold: (collectibleId: string, editing: Editing | undefined) => void;
}

/** Drawn again only when something of its own changes: a match may have ten thousand. */
export const CollectibleRow = memo(function CollectibleRow(props: CollectibleRowProps) {
  const { item, line, tabIndex } = props;
  const name = categoryName(item.category);
  return (
    <div className="crow" role="row" aria-rowindex={props.rowIndex} aria-selected={props.chosen}>
      <div className="crow__n" role="gridcell">
        <button
          type="button"
          className="linkbtn hit"
          tabIndex={tabIndex}
          onClick={() => props.onChoose(item.id)}
        >
          <b>{name}</b>
        </button>
        {item.rarity !== null && <span className="meta">{item.rarity}</span>}
      </div>
      <div className="num" role="gridcell">
        <LivePrice item={item} none={copy.nothingListed} />
      </div>
      <div className="num" role="gridcell">
        <LiveChange item={item} />
      </div>
      <div className="num x" role="gridcell">
        {count(item.listings)}
      </div>
      <div className="num x" role="gridcell">
        {item.lastSaleCents === null ? '—' : money(item.lastSaleCents, item.currency)}
      </div>
      <div className="x" role="gridcell">
        {line !== undefined && <span className="thrval">{lineText(line.umbral)}</span>}
      </div>
      <div className="num" role="gridcell">
        <button
          type="button"
          className="iconbtn"
          tabIndex={tabIndex}
          aria-label={`${line === undefined ? 'Crear' : 'Editar'} umbral de ${name}`}
          onClick={() => props.onThreshold(item.id, line)}
        >
          <Icon name="alert" />
        </button>
      </div>
    </div>
  );
});

function lineText(umbral: Umbral): string {
  const { condition, value } = toRule(umbral);
  return ruleSentence({ condition, value, currency: umbral.moneda });
}
