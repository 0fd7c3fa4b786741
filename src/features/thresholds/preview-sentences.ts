/** Sentences of the preview: how often a threshold would have fired, and where the price is from it now. */
import { distanceBp, isCrossedAt } from '#domain/threshold-distance.ts';
import { dayAndMonth, money, percent, thresholdMoney } from '#src/copy/format.ts';
import { previewCopy as copy } from '#src/copy/threshold-form-texts.ts';
import type { Preview, ThresholdDraft } from '#store/api/api-types.ts';

export function firingsSentence({ firings, days, last }: Preview): string {
  const newest = last[0];
  if (firings === 0) return copy.never(days);
  return copy.firings(firings, days, newest === undefined ? null : dayAndMonth(newest.observedAt));
}

/** With a hint where a change would be told more than once a day. */
export function mailsSentence(
  { condition }: Pick<ThresholdDraft, 'condition'>,
  { mails, days }: Pick<Preview, 'mails' | 'days'>,
): string {
  const isOften = condition === 'change' && mails > days;
  const perDay = Math.round(mails / days);
  return isOften ? `${copy.mails(mails)} ${copy.often(perDay)}` : copy.mails(mails);
}

/** A line further from the price than this, on its wrong side, is likely a mistake. */
const farBp = 2_000;

/** @param currentCents null when nothing is on sale @param alreadyTrue for conditions other than a price */
export function currentPriceSentence(
  threshold: ThresholdDraft,
  { currentCents, alreadyTrue }: Pick<Preview, 'currentCents' | 'alreadyTrue'>,
): string {
  if (currentCents === null) return copy.nothingListed;
  const { condition, value, currency } = threshold;
  const now = money(currentCents, currency);
  const distance = distanceBp(threshold, currentCents, null);
  const isTrue = distance === null ? alreadyTrue : isCrossedAt(distance);
  if (distance !== null && distance < -farBp)
    return copy.farAlready(thresholdMoney(value, currency), condition === 'below', now);
  if (isTrue) return `${copy.now(now)}: ${copy.already}`;
  if (distance === null) return `${copy.now(now)}.`;
  return `${copy.now(now)}: ${copy.away(percent(distance))}`;
}
