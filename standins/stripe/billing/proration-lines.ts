/** Proration lines of a price change within a period: credit for the old price, charge for the new one. */
import { priceById } from '../state/plan-prices.ts';
import type { Line, Subscription } from '../state/records.ts';
import { newId } from '../state/store.ts';
import { prorate } from './tax-and-proration.ts';

/** @param fromSeconds epoch seconds from which the new price applies */
export function prorationLines(
  subscription: Subscription,
  newPrice: string,
  fromSeconds: number,
): Line[] {
  if (newPrice === subscription.price) return [];
  const period = { start: subscription.periodStart, end: subscription.periodEnd };
  const old = priceById(subscription.price);
  const next = priceById(newPrice);
  const line = (amount: number, description: string, price: string): Line => ({
    id: newId('il'),
    amount,
    description,
    price,
    isProration: true,
    periodStart: fromSeconds,
    periodEnd: period.end,
  });
  return [
    line(-prorate(old.cents, period, fromSeconds), `Tiempo sin usar de ${old.name}`, old.id),
    line(prorate(next.cents, period, fromSeconds), `Tiempo restante de ${next.name}`, next.id),
  ];
}
