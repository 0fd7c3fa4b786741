/** A price on the axis at which a threshold can be made: “＋ 330 €”. It follows the pointer, or stays where the plot was pressed. */
import { type RefObject, useEffect, useRef } from 'react';
import { thresholdMoney } from '#src/copy/format.ts';
import { priceChartCopy as copy } from '#src/copy/price-chart-texts.ts';
import styles from './price-chart.module.css';

export interface PriceOffer {
  readonly cents: number;
  /** Fraction of the plot's height. */
  readonly y: number;
  /** By a key: the button takes the focus. */
  readonly by: 'hover' | 'press' | 'key';
}

export function PriceOfferButton(props: {
  readonly offer: PriceOffer;
  readonly currency: string;
  /** Gets the focus back on Escape. */
  readonly plot: RefObject<HTMLElement | null>;
  readonly onAccept: () => void;
  readonly onDismiss: () => void;
}) {
  const { cents, y, by } = props.offer;
  const isPinned = by !== 'hover';
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (by === 'key') button.current?.focus();
  }, [by]);
  const { onDismiss, plot } = props;
  useEffect(() => {
    if (!isPinned) return;
    const dismissOutside = ({ target }: Event) => {
      if (!(target instanceof Node && button.current?.contains(target))) onDismiss();
    };
    const dismissOnEscape = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      if (document.activeElement === button.current) plot.current?.focus();
      onDismiss();
    };
    document.addEventListener('pointerdown', dismissOutside, true);
    document.addEventListener('keydown', dismissOnEscape);
    return () => {
      document.removeEventListener('pointerdown', dismissOutside, true);
      document.removeEventListener('keydown', dismissOnEscape);
    };
  }, [isPinned, onDismiss, plot]);
  return (
    <div
      className={`${styles.offer} ${isPinned ? styles['offer--pinned'] : ''}`}
      style={{ top: `${y * 100}%` }}
    >
      <button
        ref={button}
        type="button"
        className={styles.offer__btn}
        // While it follows the pointer, keys have the plot.
        tabIndex={isPinned ? undefined : -1}
        onClick={props.onAccept}
        onBlur={isPinned ? onDismiss : undefined}
      >
        <span className="vh">{copy.offer} </span>
        {thresholdMoney(cents, props.currency)}
      </button>
    </div>
  );
}
