/** Diagram of a crossing: price before, threshold line, price after, dearer to the right. Decorative. */
import { money, thresholdMoney } from '#src/copy/format.ts';
import type { AlertItem } from '#store/api/api-types.ts';
import styles from './crossing-diagram.module.css';

/** Positions of the two prices; the line is between them. */
const positions = { left: '12%', right: '88%' };

export function CrossingDiagram({ alert }: { alert: AlertItem }) {
  const { condition, ruleValue, valueCents, previousCents, currency } = alert;
  const hasPrice = condition === 'below' || condition === 'above';
  if (!hasPrice || previousCents === null || alert.already) return null;
  const falls = valueCents < previousCents;
  return (
    <div className={styles.why__line} aria-hidden="true">
      <span className={styles.why__b} style={{ left: falls ? positions.right : positions.left }}>
        {money(previousCents, currency)}
        <i />
      </span>
      <span className={styles.why__thr}>{thresholdMoney(ruleValue, currency)}</span>
      <span className={styles.why__a} style={{ left: falls ? positions.left : positions.right }}>
        {money(valueCents, currency)}
        <i />
      </span>
    </div>
  );
}
