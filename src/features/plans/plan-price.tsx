/** Monthly price of a plan, for the tables that compare plans. */
import type { Plan } from '#domain/plans.ts';
import { priceParts } from '#src/copy/format.ts';
import { planCopy } from '#src/copy/plan.ts';
import styles from './plan-price.module.css';

export function PlanPrice({ plan: { monthlyPriceCents } }: { readonly plan: Plan }) {
  const isFree = monthlyPriceCents === 0;
  const { figure, symbol } = priceParts(monthlyPriceCents, 'EUR');
  return (
    <>
      <span className={`${styles.plans__p} fig`}>
        {isFree ? '0' : figure}
        <small>&nbsp;{symbol}</small>
      </span>
      <span className="meta">{isFree ? planCopy.free : planCopy.monthly}</span>
    </>
  );
}
