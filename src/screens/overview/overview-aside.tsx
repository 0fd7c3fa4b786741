/** Aside of the overview: onboarding checklist, the last alert, the day of what is watched and plan usage. */
import { plans } from '#domain/plans.ts';
import { Meter } from '#src/components/meter.tsx';
import { Section } from '#src/components/section.tsx';
import { overviewCopy as copy } from '#src/copy/overview.ts';
import type { Collectible } from '#store/api/api-types.ts';
import { useGetAlertsQuery } from '#store/api/base-api.ts';
import { useProfile } from '#store/use-profile.ts';
import { LastAlert } from './last-alert.tsx';
import { OnboardingChecklist } from './onboarding-checklist.tsx';
import styles from './overview-aside.module.css';
import { WatchedIn24Hours } from './watched-in-24-hours.tsx';

export function OverviewAside({ items }: { items: readonly Collectible[] }) {
  const { data, isError } = useGetAlertsQuery({ limit: '1' });
  const last = data?.items[0];
  return (
    <aside className="side">
      <OnboardingChecklist />
      <Section id="last-alert" title={copy.lastAlert}>
        {last === undefined ? (
          <p className="meta">{data !== undefined ? copy.noAlert : isError && copy.alertNotRead}</p>
        ) : (
          <LastAlert alert={last} item={items.find(({ id }) => id === last.collectibleId)} />
        )}
      </Section>
      {items.length > 0 && <WatchedIn24Hours items={items} />}
      <PlanUsage />
    </aside>
  );
}

function PlanUsage() {
  const { data: profile } = useProfile();
  if (profile === undefined) return null;
  const plan = plans[profile.plan];
  const matches = profile.configuracion.partidos.length;
  const thresholds = Object.keys(profile.configuracion.umbrales).length;
  return (
    <section aria-labelledby="plan-use">
      <p className={styles['plan-use']}>
        <b id="plan-use">Plan {plan.label}</b>
        <span className="meta">{copy.matchesOf(matches, plan.maxMatches)}</span>
      </p>
      <Meter label={copy.watchedMatches} value={matches} max={plan.maxMatches} />
      <p className={styles['plan-use']}>
        <span>{copy.thresholds}</span>
        <span className="meta">{copy.thresholdsOf(thresholds, plan.maxThresholds)}</span>
      </p>
      <Meter label={copy.thresholds} value={thresholds} max={plan.maxThresholds} />
    </section>
  );
}
