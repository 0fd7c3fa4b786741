/** Comparison table of the three plans, from the rules the product enforces. */
import { type Plan, planNames, plans } from '#domain/plans.ts';
import { howItWorksCopy as copy } from '#src/copy/how-it-works.ts';
import { planCopy, planRows } from '#src/copy/plan.ts';
import { PlanPrice } from '#src/features/plans/plan-price.tsx';

const allPlans: readonly Plan[] = planNames.map((name) => plans[name]);

export function PlanComparison() {
  return (
    <div className="plans" role="table" aria-label={planCopy.table}>
      <div role="row" className="plans__h">
        <span role="columnheader" className="plans__k">
          <span className="vh">{copy.difference}</span>
        </span>
        {allPlans.map((plan) => (
          <div key={plan.name} role="columnheader" className="plans__c">
            <b className="title">{plan.label}</b>
            <PlanPrice plan={plan} />
          </div>
        ))}
      </div>
      {planRows.map((row) => (
        <div key={row.name} role="row">
          <span role="rowheader" className="plans__k">
            {row.name}
          </span>
          {allPlans.map((plan) => (
            <span key={plan.name} role="cell" className="plans__c">
              {row.of(plan)}
            </span>
          ))}
        </div>
      ))}
    </div>
  );
}
