/** Note on thresholds that the plan has paused, with a link to them. */
import { Link } from 'react-router-dom';
import { pausedThresholdsPath } from '#domain/app-links.ts';
import { type PlanName, plans } from '#domain/plans.ts';
import { Icon } from '#src/components/icon.tsx';
import { planCopy as copy } from '#src/copy/plan.ts';
import type { Threshold } from '#store/api/api-types.ts';

export function PausedByPlan(props: {
  readonly umbrales: Readonly<Record<string, Threshold>>;
  readonly plan: PlanName;
}) {
  const paused = Object.values(props.umbrales).filter(({ pause }) => pause === 'plan').length;
  if (paused === 0) return null;
  return (
    <div className="banner" role="note">
      <Icon name="info" />
      <p>{copy.pausedByPlan(paused, plans[props.plan].label)}</p>
      <Link className="btn btn--outline btn--sm" to={pausedThresholdsPath}>
        {copy.seeThresholds}
      </Link>
    </div>
  );
}
