/** Banner with the result of a checkout session. */
import { plans } from '#domain/plans.ts';
import { ErrorState } from '#src/components/async-states.tsx';
import { Icon } from '#src/components/icon.tsx';
import { checkoutReturnCopy as copy } from '#src/copy/checkout-return.ts';
import { planCopy } from '#src/copy/plan.ts';
import type { CheckoutResult } from '#store/api/api-types.ts';
import type { CheckoutReturn } from './use-checkout-return.ts';

interface BannerContent {
  readonly tone: 'ok' | 'error' | 'plain';
  readonly title: string;
  readonly text: string;
}

export function CheckoutResultBanner(props: {
  readonly checkoutReturn: CheckoutReturn;
  /** The last charge is still unpaid, although the card was changed. */
  readonly isStillOwed: boolean;
}) {
  const { checkoutReturn } = props;
  if (checkoutReturn.status === 'none') return null;
  if (checkoutReturn.status === 'loading')
    return (
      <p className="banner" role="status">
        <Icon name="info" />
        <span>{copy.checking}</span>
      </p>
    );
  if (checkoutReturn.status === 'error' && checkoutReturn.error?.code !== 'not_found')
    return (
      <ErrorState
        message={checkoutReturn.error?.message ?? copy.unread}
        onRetry={checkoutReturn.retry}
      />
    );
  return (
    <Outcome
      content={contentOf(checkoutReturn, props.isStillOwed)}
      onClose={checkoutReturn.dismiss}
    />
  );
}

function Outcome({
  content,
  onClose,
}: {
  readonly content: BannerContent;
  readonly onClose: () => void;
}) {
  const { tone } = content;
  return (
    <div
      className={tone === 'plain' ? 'banner' : `banner banner--${tone}`}
      role={tone === 'error' ? 'alert' : 'status'}
    >
      <Icon name={tone === 'ok' ? 'check' : tone === 'error' ? 'warning' : 'info'} />
      <p>
        <b>{content.title}</b> {content.text}
      </p>
      <button type="button" className="iconbtn" aria-label={planCopy.close} onClick={onClose}>
        <Icon name="close" />
      </button>
    </div>
  );
}

function contentOf(
  { status, result, isLate }: CheckoutReturn,
  isStillOwed: boolean,
): BannerContent {
  if (status === 'cancelled') return { tone: 'plain', ...copy.left };
  if (result === null) return { tone: 'error', title: copy.unknown, text: '' };
  return contentOfResult(result, { isLate, isStillOwed });
}

function contentOfResult(
  { outcome, synced, plan }: CheckoutResult,
  { isLate, isStillOwed }: { readonly isLate: boolean; readonly isStillOwed: boolean },
): BannerContent {
  const label = plan === null ? planCopy.current : plans[plan].label;
  switch (outcome) {
    case 'open':
      return { tone: 'plain', ...copy.left };
    case 'expired':
      return { tone: 'plain', ...copy.expired };
    case 'already_ended':
      return { tone: 'plain', ...copy.past(label) };
    case 'failed':
      return { tone: 'error', ...copy.failed };
    case 'card_updated':
      if (!synced) return { tone: 'plain', ...copy.saving };
      return isStillOwed
        ? { tone: 'error', ...copy.savedStillOwed }
        : { tone: 'ok', ...copy.saved };
    case 'paid':
      if (synced) return { tone: 'ok', ...copy.paid(label) };
      return { tone: 'plain', ...(isLate ? copy.activatingLong : copy.activating)(label) };
  }
}
