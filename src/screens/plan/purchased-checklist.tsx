/** What a plan that was just bought adds, each with where it is used; what is used already is ticked. */
import { Link } from 'react-router-dom';
import { settingsPath } from '#domain/app-links.ts';
import { type Plan, type PlanName, plans } from '#domain/plans.ts';
import { Icon } from '#src/components/icon.tsx';
import { purchasedCopy as copy } from '#src/copy/checkout-return.ts';
import type { Profile } from '#store/api/api-types.ts';
import { useGetChannelsQuery } from '#store/api/channels-api.ts';
import { useGetKeysQuery } from '#store/api/keys-api.ts';
import styles from './purchased-checklist.module.css';

export function PurchasedChecklist(props: {
  readonly plan: PlanName;
  readonly settings: Profile['configuracion'];
}) {
  const plan: Plan = plans[props.plan];
  const { frecuencia, partidos } = props.settings;
  const channels = useGetChannelsQuery().data?.items ?? [];
  const keys = useGetKeysQuery().data?.items ?? [];
  const steps = [
    {
      title: copy.faster(plan),
      hint: copy.fasterHint(plan, frecuencia),
      to: settingsPath('frecuencia'),
      isDone: frecuencia <= plan.fastestCheckSeconds,
    },
    {
      title: copy.channels,
      hint: copy.channelsHint(plan),
      to: settingsPath('canales'),
      isDone: channels.some(({ kind }) => kind !== 'mail' && kind !== 'push'),
    },
    {
      title: copy.matches,
      hint: copy.matchesHint(plan, partidos.length),
      to: '/dashboard/partidos',
      isDone: partidos.length > plans.basico.maxMatches,
    },
    {
      title: copy.keys,
      hint: copy.keysHint(plan),
      to: settingsPath('programas'),
      isDone: keys.length > 0,
    },
  ];
  return (
    <section className={styles.bought} aria-labelledby="bought">
      <h2 className="title" id="bought">
        {copy.title(plan.label)}
      </h2>
      <ul>
        {steps.map(({ title, hint, to, isDone }) => (
          <li key={title} className={isDone ? styles['is-done'] : undefined}>
            <span className={styles.bought__m}>{isDone && <Icon name="check" />}</span>
            <span>
              <Link to={to}>{title}</Link>
              {isDone && <span className="vh">{copy.done}</span>}
              <span className="meta">{hint}</span>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
