/** Says what became of a visit to the card page. */
import { plans } from '#domain/plans.ts';
import { ErrorState } from '#src/components/async-states.tsx';
import { Icon } from '#src/components/icon.tsx';
import { checkoutReturnCopy as copy } from '#src/copy/checkout-return.ts';
import { planCopy } from '#src/copy/plan.ts';
import type { CheckoutResult } from '#store/api/types.ts';
import type { CheckoutReturn } from './use-checkout-return.ts';

interface BannerContent {
  readonly look: 'ok' | 'error' | 'plain';
  readonly title: string;
  readonly text: string;
}

export function CheckoutResultBanner(props: {
  readonly visit: CheckoutReturn;
  /** The last charge is still owed, though another card was given. */
  readonly isStillOwed: boolean;
}) {
  const { visit } = props;
  if (visit.status === 'none') return null;
  if (visit.status === 'asking')
    return (
      <p className="banner" role="status">
        <Icon name="info" />
        <span>{copy.asking}</span>
      </p>
    );
  if (visit.status === 'unread' && visit.problem?.code !== 'not_found')
    return (
      <ErrorState
        message={visit.problem?.message ?? copy.unread}
        retryLabel={planCopy.retry}
        onRetry={visit.askAgain}
      />
    );
  return <Outcome told={toldOf(visit, props.isStillOwed)} onClose={visit.forget} />;
}

function Outcome({
  told,
  onClose,
}: {
  readonly told: BannerContent;
  readonly onClose: () => void;
}) {
  const { look } = told;
  return (
    <div
      className={look === 'plain' ? 'banner' : `banner banner--${look}`}
      role={look === 'error' ? 'alert' : 'status'}
    >
      <Icon name={look === 'ok' ? 'check' : look === 'error' ? 'warning' : 'info'} />
      <p>
        <b>{told.title}</b> {told.text}
      </p>
      <button type="button" className="iconbtn" aria-label={planCopy.close} onClick={onClose}>
        <Icon name="close" />
      </button>
    </div>
  );
}

function toldOf({ status, result, isLate }: CheckoutReturn, isStillOwed: boolean): BannerContent {
  if (status === 'left') return { look: 'plain', ...copy.left };
  if (result === null) return { look: 'error', title: copy.unknown, text: '' };
  return toldOfResult(result, { isLate, isStillOwed });
}

function toldOfResult(
  { outcome, settled, plan }: CheckoutResult,
  { isLate, isStillOwed }: { readonly isLate: boolean; readonly isStillOwed: boolean },
): BannerContent {
  const label = plan === null ? planCopy.mine : plans[plan].label;
  switch (outcome) {
    case 'open':
      return { look: 'plain', ...copy.left };
    case 'expired':
      return { look: 'plain', ...copy.expired };
    case 'past':
      return { look: 'plain', ...copy.past(label) };
    case 'failed':
      return { look: 'error', ...copy.failed };
    case 'saved':
      if (!settled) return { look: 'plain', ...copy.saving };
      return isStillOwed
        ? { look: 'error', ...copy.savedStillOwed }
        : { look: 'ok', ...copy.saved };
    case 'paid':
      if (settled) return { look: 'ok', ...copy.paid(label) };
      return { look: 'plain', ...(isLate ? copy.activatingLong : copy.activating)(label) };
  }
}
