/** /dashboard/plan: the three plans side by side, differences only, and what is used of yours. */
import { type Plan, planNames, plans } from '#domain/plans.ts';
import { Icon } from '#src/components/icon.tsx';
import { priceParts } from '#src/copy/format.ts';
import { planCopy as copy, planRows } from '#src/copy/plan.ts';
import { useGetProfileQuery } from '#store/api/monitoring-api.ts';

export function PlanScreen() {
  const { data: profile } = useGetProfileQuery();
  const mine: Plan = plans[profile?.plan ?? 'basico'];
  const all: readonly Plan[] = planNames.map((name) => plans[name]);
  const mark = (plan: Plan) => (plan.name === mine.name ? 'plans__c is-mine' : 'plans__c');
  return (
    <>
      <div className="mast">
        <div>
          {profile !== undefined && (
            <p className="label">
              {copy.usage(
                mine.label,
                copy.of(profile.configuracion.partidos.length, mine.maxMatches),
                copy.of(Object.keys(profile.configuracion.umbrales).length, mine.maxThresholds),
              )}
            </p>
          )}
          <h1 className="headline">{copy.title}</h1>
        </div>
      </div>
      <p className="banner" role="note">
        <Icon name="info" />
        <span>{copy.changes}</span>
      </p>
      <div className="plans" role="table" aria-label={copy.table}>
        <div role="row" className="plans__h">
          <span role="columnheader" className="plans__k">
            <span className="vh">{copy.difference}</span>
          </span>
          {all.map((plan) => (
            <div key={plan.name} role="columnheader" className={mark(plan)}>
              <b className="title">{plan.label}</b>
              {plan.name === mine.name && <span className="tag">{copy.mine}</span>}
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
      </div>
    </>
  );
}

function PlanPrice({ plan }: { plan: Plan }) {
  const { figure, sign } = priceParts(plan.monthlyPriceCents, 'EUR');
  return (
    <>
      <span className="plans__p fig">
        {plan.monthlyPriceCents === 0 ? '0' : figure}
        <small>&nbsp;{sign}</small>
      </span>
      <span className="meta">{plan.monthlyPriceCents === 0 ? copy.free : copy.monthly}</span>
    </>
  );
}
