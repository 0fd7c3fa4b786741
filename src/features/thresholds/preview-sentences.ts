/** Sentences of the preview: how often a threshold would have fired, and where the price is from it now. */
import { dayAndMonth, money, percent, thresholdMoney } from '#src/copy/format.ts';
import { previewCopy as copy } from '#src/copy/threshold-form-texts.ts';
import type { Preview, UmbralInput } from '#store/api/api-types.ts';

export function firingsSentence({ firings, days, last }: Preview): string {
  const newest = last[0];
  if (firings === 0) return copy.never(days);
  return copy.firings(firings, days, newest === undefined ? null : dayAndMonth(newest.observedAt));
}

/** A line further from the price than this, on its wrong side, is likely a mistake. */
const farShare = 0.2;

/** @param currentCents null when nothing is on sale @param alreadyTrue for conditions other than a price */
export function currentPriceSentence(
  umbral: UmbralInput,
  { currentCents, alreadyTrue }: Pick<Preview, 'currentCents' | 'alreadyTrue'>,
): string {
  if (currentCents === null) return copy.nothingListed;
  const { condicion, valor, moneda } = umbral;
  const now = money(currentCents, moneda);
  const isPrice = condicion === 'por_debajo' || condicion === 'por_encima';
  const isTrue = isPrice
    ? condicion === 'por_debajo'
      ? currentCents <= valor
      : currentCents >= valor
    : alreadyTrue;
  const share = Math.abs(currentCents - valor) / currentCents;
  if (isTrue && isPrice && share > farShare)
    return copy.farAlready(thresholdMoney(valor, moneda), condicion === 'por_debajo', now);
  if (isTrue) return `${copy.now(now)}: ${copy.already}`;
  if (!isPrice) return `${copy.now(now)}.`;
  return `${copy.now(now)}: ${copy.away(percent(Math.round(share * 10_000)))}`;
}
