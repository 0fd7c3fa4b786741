/** What a change of price within a period costs: the unused rest of the old one back, the rest of the new one charged. */

import { priceById } from '../api/catalogue.ts';
import type { Line, Subscription } from '../state/records.ts';
import { newId } from '../state/store.ts';
import { shareOfPeriod } from './tax-and-proration.ts';

/** @param at the second from which the new price counts */
export function prorationLines(subscription: Subscription, newPrice: string, at: number): Line[] {
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
    periodStart: at,
    periodEnd: period.end,
  });
  return [
    line(-shareOfPeriod(old.cents, period, at), `Tiempo sin usar de ${old.name}`, old.id),
    line(shareOfPeriod(next.cents, period, at), `Tiempo restante de ${next.name}`, next.id),
  ];
}
