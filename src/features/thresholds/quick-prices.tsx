/** Quick prices of the threshold form, each with how often it would have fired in 30 days. */
import { ruleOf } from '#domain/threshold.ts';
import { thresholdMoney } from '#src/copy/format.ts';
import { thresholdFormCopy as copy } from '#src/copy/threshold-form-texts.ts';
import type { Collectible, ThresholdDraft } from '#store/api/api-types.ts';
import { usePreviewThresholdQuery } from '#store/api/base-api.ts';
import { useGetHistoryQuery } from '#store/api/match-api.ts';
import styles from './quick-prices.module.css';
import { roundPrice } from './round-price.ts';
import { previewDays } from './use-debounced-preview.ts';

/** Per cent past the price now: still true when it moves a little before the form is saved. */
const trialShare = 3;

interface QuickPrice {
  readonly label: string;
  readonly cents: number;
}

export function QuickPrices(props: {
  /** Target, condition and currency; the price is each button's. */
  readonly threshold: ThresholdDraft;
  readonly collectible: Collectible;
  /** Offers a price that is already true. */
  readonly offersTrial: boolean;
  readonly onPrice: (cents: number) => void;
}) {
  const isAbove = props.threshold.condition === 'above';
  const { currentData: history } = useGetHistoryQuery({
    collectible: props.collectible.id,
    range: 'all',
  });
  const prices = quickPrices(props.collectible, isAbove, {
    offersTrial: props.offersTrial,
    known: (history?.points ?? []).flatMap(({ floorCents }) => floorCents ?? []),
  });
  if (prices.length === 0) return null;
  return (
    <div className={styles.quickprices} role="group" aria-label={copy.quick}>
      {prices.map((price) => (
        <QuickPriceButton key={price.label} {...props} price={price} />
      ))}
    </div>
  );
}

function QuickPriceButton(props: {
  readonly threshold: ThresholdDraft;
  readonly price: QuickPrice;
  readonly onPrice: (cents: number) => void;
}) {
  const { label, cents } = props.price;
  const { currentData } = usePreviewThresholdQuery({
    threshold: ruleOf({ ...props.threshold, value: cents }),
    days: previewDays,
  });
  return (
    <button
      type="button"
      className={styles.quickprice}
      aria-pressed={props.threshold.value === cents}
      title={thresholdMoney(cents, props.threshold.currency)}
      onClick={() => props.onPrice(cents)}
    >
      <b>{label}</b>
      {/* A space of the same height until it is known. */}
      <span>{currentData === undefined ? '\u00A0' : copy.times(currentData.firings)}</span>
    </button>
  );
}

/**
 * Shares of the price now, the extreme of 30 days, and the one of all that the plan shows where it is another; none
 * without a price.
 * @param known prices in cents, also of before those 30 days
 */
function quickPrices(
  { floorCents, low30dCents, high30dCents }: Collectible,
  isAbove: boolean,
  { offersTrial, known }: { readonly offersTrial: boolean; readonly known: readonly number[] },
): QuickPrice[] {
  if (floorCents === null) return [];
  const sign = isAbove ? 1 : -1;
  const away = (share: number) => roundPrice(floorCents * (1 + (sign * share) / 100));
  const shares = [
    ...(offersTrial ? [{ label: copy.trial, cents: away(-trialShare) }] : []),
    ...[2, 5, 10].map((share) => ({ label: copy.share(isAbove, share), cents: away(share) })),
  ];
  const extreme = isAbove ? high30dCents : low30dCents;
  if (extreme === null) return shares;
  const ever = known.reduce((a, b) => (isAbove ? Math.max(a, b) : Math.min(a, b)), extreme);
  return [
    ...shares,
    { label: isAbove ? copy.high30d : copy.low30d, cents: extreme },
    ...(ever === extreme ? [] : [{ label: isAbove ? copy.highEver : copy.lowEver, cents: ever }]),
  ];
}
