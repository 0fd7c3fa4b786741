/** Comparison table of the three plans, from the rules the product enforces; with the buttons of each where there are some. */
import type { ReactNode } from 'react';
import { type Plan, type PlanName, planNames, plans } from '#domain/plans.ts';
import { planCopy as copy, planRows } from '#src/copy/plan.ts';
import { PlanPrice } from './plan-price.tsx';
import styles from './plan-table.module.css';

const allPlans: readonly Plan[] = planNames.map((name) => plans[name]);

export function PlanTable(props: {
  /** Marked; absent while unknown, or for who has none. */
  readonly currentPlan?: PlanName;
  /** Renders the buttons of a plan; absent for no button row. */
  readonly footer?: (plan: Plan) => ReactNode;
}) {
  const { currentPlan, footer } = props;
  const cellClass = (plan: Plan) =>
    plan.name === currentPlan ? `${styles.plans__c} ${styles['is-mine']}` : styles.plans__c;
  return (
    <div className="plans" role="table" aria-label={copy.table}>
      <div role="row" className={styles.plans__h}>
        <span role="columnheader" className={styles.plans__k}>
          <span className="vh">{copy.difference}</span>
        </span>
        {allPlans.map((plan) => (
          <div key={plan.name} role="columnheader" className={cellClass(plan)}>
            <b className="title">{plan.label}</b>
            {plan.name === currentPlan && <span className={styles.tag}>{copy.current}</span>}
            <PlanPrice plan={plan} />
          </div>
        ))}
      </div>
      {planRows.map((row) => (
        <div key={row.name} role="row">
          <span role="rowheader" className={styles.plans__k}>
            {row.name}
          </span>
          {allPlans.map((plan) => (
            <span key={plan.name} role="cell" className={cellClass(plan)}>
              {row.of(plan)}
            </span>
          ))}
        </div>
      ))}
      {footer !== undefined && (
        <div role="row" className={styles.plans__f}>
          <span role="rowheader" className={styles.plans__k}>
            <span className="vh">{copy.actions}</span>
          </span>
          {allPlans.map((plan) => (
            <span key={plan.name} role="cell" className={cellClass(plan)}>
              {footer(plan)}
            </span>
          ))}
        </div>
      )}
    </div>
  );
}
