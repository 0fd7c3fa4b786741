/** Notes of the threshold form: closing time, plan limits, thresholds used, and a test mail. */
import { Link } from 'react-router-dom';
import type { Plan } from '#domain/plans.ts';
import { Icon } from '#src/components/icon.tsx';
import { thresholdFormCopy as copy } from '#src/copy/threshold-form-texts.ts';
import { useTestMail } from '../session/use-test-mail.ts';

export function ThresholdNotes(props: {
  readonly plan: Plan | null;
  /** Number of existing thresholds; null while editing one of them. */
  readonly used: number | null;
  /** Whether the condition can hold when it is saved. */
  readonly canHoldAlready: boolean;
  readonly offersTestMail: boolean;
}) {
  const { plan, used } = props;
  return (
    <>
      <p className="meta">
        {props.canHoldAlready && `${copy.already} `}
        {copy.closes}
        {plan !== null &&
          used !== null &&
          used < plan.maxThresholds &&
          ` ${copy.used(used, plan.maxThresholds)}`}
      </p>
      {plan?.matchTargets === false && (
        <p className="meta">
          {copy.upgrade} <PlansLink />
        </p>
      )}
      {props.offersTestMail && <TestMail />}
    </>
  );
}

/** Why a new threshold cannot be saved; above the form, where it is seen before anything is typed. */
export function PlanLimitBanner({ plan }: { readonly plan: Plan }) {
  return (
    <div className="banner banner--error" role="status">
      <Icon name="warning" />
      <p>
        {copy.full(plan)} {plan.name !== 'elite' && <PlansLink />}
      </p>
    </div>
  );
}

const PlansLink = () => <Link to="/dashboard/plan">{copy.seePlans}</Link>;

function TestMail() {
  const { send, isSending } = useTestMail({ sent: copy.tested, notSent: copy.notTested });
  return (
    <p>
      <button
        type="button"
        className="linkbtn hit"
        disabled={isSending}
        onClick={() => void send()}
      >
        {copy.test}
      </button>
    </p>
  );
}
