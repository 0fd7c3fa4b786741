/** The current billing period as a ticket: dates, last payment, next charge and card. */
import { plans } from '#domain/plans.ts';
import { Button } from '#src/components/button.tsx';
import { Section } from '#src/components/section.tsx';
import { dayAndMonth, longDateTime, money } from '#src/copy/format.ts';
import { currentPeriodCopy as copy, planCopy } from '#src/copy/plan.ts';
import type { SubscriptionView } from '#store/api/api-types.ts';
import styles from './current-period.module.css';
import type { Checkout } from './use-checkout.ts';

const chargeText = (charge: { readonly at: string; readonly cents: number }) =>
  `${dayAndMonth(charge.at)} · ${money(charge.cents, 'EUR')}`;

export function CurrentPeriod({
  subscription,
  checkout,
}: {
  readonly subscription: SubscriptionView;
  readonly checkout: Checkout;
}) {
  const { plan, status, periodStart, periodEnd, lastPayment, nextCharge, card } = subscription;
  return (
    <Section id="plan-period" title={copy.title}>
      <div className="ticket-shadow">
        <article className={`ticket ${styles.rcpt}`}>
          <div className={styles.rcpt__top}>
            <p className="label">{copy.month(plans[plan].label)}</p>
            <p className={styles.rcpt__d}>
              <Day label={copy.from} instant={periodStart} />
              <i aria-hidden="true" />
              <Day label={copy.until} instant={periodEnd} />
            </p>
          </div>
          <div className="perf" />
          <div className={styles.rcpt__bot}>
            <dl className="kv">
              {lastPayment !== null && (
                <>
                  <Fact name={copy.paid} value={chargeText(lastPayment)} />
                  <Fact name={copy.tax} value={money(lastPayment.taxCents, 'EUR')} />
                </>
              )}
              {(nextCharge !== null || status !== 'pastDue') && (
                <Fact
                  name={status === 'pastDue' ? copy.nextTry : copy.next}
                  value={nextCharge === null ? copy.none : chargeText(nextCharge)}
                />
              )}
              {card !== null && (
                <Fact
                  name={copy.card}
                  value={copy.cardSummary(card.last4, card.expiryMonth, card.expiryYear)}
                />
              )}
            </dl>
            {/* Past due, the button is in the status banner. */}
            {status !== 'pastDue' && (
              <Button
                variant="outline"
                wide
                loading={checkout.redirectingTo === 'card'}
                onClick={() => void checkout.changeCard()}
              >
                {planCopy.changeCard}
              </Button>
            )}
          </div>
        </article>
      </div>
    </Section>
  );
}

function Day({ label, instant }: { readonly label: string; readonly instant: string }) {
  return (
    <span>
      <span className="meta">{label}</span>{' '}
      <b className="fig">
        <time dateTime={instant} title={longDateTime(instant)}>
          {dayAndMonth(instant)}
        </time>
      </b>
    </span>
  );
}

function Fact({ name, value }: { readonly name: string; readonly value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}
