/** Where the plot was pressed: a line at that price and the button “Avísame a este precio”. */
import { type RefObject, useEffect, useRef } from 'react';
import { thresholdMoney } from '#src/copy/format.ts';
import { priceChartCopy as copy } from '#src/copy/price-chart-texts.ts';
import styles from './price-chart.module.css';

export interface PriceOffer {
  readonly cents: number;
  /** Where it was pressed, as fractions of the plot. */
  readonly x: number;
  readonly y: number;
  /** By a key: the button takes the focus. */
  readonly byKey: boolean;
}

export function PriceOfferButton(props: {
  readonly offer: PriceOffer;
  readonly currency: string;
  /** Gets the focus back on Escape. */
  readonly plot: RefObject<HTMLElement | null>;
  readonly onAccept: () => void;
  readonly onDismiss: () => void;
}) {
  const { cents, x, y, byKey } = props.offer;
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (byKey) button.current?.focus();
  }, [byKey]);
  const { onDismiss, plot } = props;
  useEffect(() => {
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
  }, [onDismiss, plot]);
  return (
    <div
      className={`${styles.offer} ${y < 0.2 ? styles['offer--under'] : ''}`}
      style={{ top: `${y * 100}%` }}
    >
      <button
        ref={button}
        type="button"
        className={styles.offer__btn}
        style={x > 0.5 ? { right: `${(1 - x) * 100}%` } : { left: `${x * 100}%` }}
        onClick={props.onAccept}
        onBlur={onDismiss}
      >
        {copy.offer} <b>{thresholdMoney(cents, props.currency)}</b>
      </button>
    </div>
  );
}
