/** Masthead's meter: how much of what the plan allows is used, with a link to the plan. */
import { Link } from 'react-router-dom';
import type { Plan } from '#domain/plans.ts';
import { Meter } from '#src/components/meter.tsx';
import styles from './plan-usage.module.css';

export function PlanUsage(props: {
  readonly plan: Plan;
  readonly text: string;
  /** Accessible name of the meter. */
  readonly label: string;
  readonly used: number;
  /** null: no limit. */
  readonly max: number | null;
}) {
  return (
    <div className={styles.mast__meter}>
      <p>
        <b>{props.text}</b>
        <Link className="meta hit" to="/dashboard/plan">
          Plan {props.plan.label}
        </Link>
      </p>
      <Meter label={props.label} value={props.used} max={props.max} />
    </div>
  );
}
