/** The three plans side by side, differences only, and what can be done about each. */
import type { ReactNode } from 'react';
import { type Plan, type PlanName, planNames, plans } from '#domain/plans.ts';
import { planCopy as copy, planRows } from '#src/copy/plan.ts';
import { PlanPrice } from '#src/features/plans/plan-price.tsx';

const all: readonly Plan[] = planNames.map((name) => plans[name]);

export function PlanPicker(props: {
  /** null = not known. */
  readonly mine: PlanName | null;
  /** What stands under each plan; null = nothing can be done. */
  readonly foot: ((plan: Plan) => ReactNode) | null;
}) {
  const { mine, foot } = props;
  const mark = (plan: Plan) => (plan.name === mine ? 'plans__c is-mine' : 'plans__c');
  return (
    <div className="plans" role="table" aria-label={copy.table}>
      <div role="row" className="plans__h">
        <span role="columnheader" className="plans__k">
          <span className="vh">{copy.difference}</span>
        </span>
        {all.map((plan) => (
          <div key={plan.name} role="columnheader" className={mark(plan)}>
            <b className="title">{plan.label}</b>
            {plan.name === mine && <span className="tag">{copy.mine}</span>}
            <PlanPrice plan={plan} />
          </div>
        ))}
      </div>
      {planRows.map((row) => (
        <div key={row.name} role="row">
          <span role="rowheader" className="plans__k">
            {row.name}
          </span>
          {all.map((plan) => (
            <span key={plan.name} role="cell" className={mark(plan)}>
              <span className="plans__m" aria-hidden="true">
                {plan.label}
              </span>
              {row.of(plan)}
            </span>
          ))}
        </div>
      ))}
      {foot !== null && (
        <div role="row" className="plans__f">
          <span role="rowheader" className="plans__k">
            <span className="vh">{copy.actions}</span>
          </span>
          {all.map((plan) => (
            <span key={plan.name} role="cell" className={mark(plan)}>
              {foot(plan)}
            </span>
          ))}
        </div>
      )}
    </div>
  );
}
