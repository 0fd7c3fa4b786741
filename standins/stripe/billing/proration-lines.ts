/** Proration lines of a price change within a period: credit for the old price, charge for the new one. */
import { priceById } from '../state/plan-prices.ts';
import { newId } from '../state/record-store.ts';
import type { InvoiceLine, Subscription } from '../state/records.ts';
import { prorate } from './tax-and-proration.ts';

/** @param fromSeconds epoch seconds from which the new price applies */
export function prorationLines(
  subscription: Subscription,
  newPrice: string,
  fromSeconds: number,
): InvoiceLine[] {
  if (newPrice === subscription.price) return [];
  const period = { startSeconds: subscription.periodStart, endSeconds: subscription.periodEnd };
  const old = priceById(subscription.price);
  const next = priceById(newPrice);
  const line = (amount: number, description: string, price: string): InvoiceLine => ({
    id: newId('il'),
    amount,
    description,
    price,
    isProration: true,
    periodStart: fromSeconds,
    periodEnd: period.endSeconds,
  });
  return [
    line(-prorate(old.cents, period, fromSeconds), `Tiempo sin usar de ${old.name}`, old.id),
    line(prorate(next.cents, period, fromSeconds), `Tiempo restante de ${next.name}`, next.id),
  ];
}
