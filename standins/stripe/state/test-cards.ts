/** Test cards with Stripe's published numbers and their charge outcomes. Numbers are never stored. */

import type { Transaction } from './record-store.ts';
import { newId } from './record-store.ts';
import type { ChargeOutcome, PaymentMethod } from './records.ts';

export interface TestCard {
  readonly number: string;
  readonly brand: string;
  /** Charge outcome with the owner at the page. */
  readonly onSessionOutcome: ChargeOutcome;
  /** Outcome of a later charge without the owner. */
  readonly offSessionOutcome: ChargeOutcome;
  /** Label on the card page; null = accepted there but not listed. */
  readonly label: string | null;
  /** Stripe's API name of the card; null = none. */
  readonly token: string | null;
}

const visa = (
  number: string,
  outcomes: readonly [ChargeOutcome, ChargeOutcome],
  label: string,
  token: string | null = null,
): TestCard => ({
  number,
  brand: 'visa',
  onSessionOutcome: outcomes[0],
  offSessionOutcome: outcomes[1],
  label,
  token,
});

export const testCards: readonly TestCard[] = [
  visa('4242424242424242', ['accept', 'accept'], 'Acepta el pago', 'pm_card_visa'),
  visa('4000000000000002', ['decline', 'decline'], 'Rechaza el pago'),
  visa('4000000000009995', ['insufficient', 'insufficient'], 'No tiene saldo'),
  visa('4000002500003155', ['authenticate', 'accept'], 'Pide autenticación'),
  visa(
    '4000000000000341',
    ['accept', 'decline'],
    'Acepta hoy y falla al renovar',
    'pm_card_chargeCustomerFail',
  ),
  {
    number: '5555555555554444',
    brand: 'mastercard',
    onSessionOutcome: 'accept',
    offSessionOutcome: 'accept',
    label: null,
    token: 'pm_card_mastercard',
  },
];

export interface CardDetails {
  readonly card: TestCard;
  readonly expMonth: number;
  readonly expYear: number;
  readonly name: string | null;
}

export function storeCard(
  tx: Transaction,
  { card, expMonth, expYear, name }: CardDetails,
  owner: { customer: string | null; email: string | null },
): PaymentMethod {
  const method: PaymentMethod = {
    kind: 'payment_method',
    id: newId('pm'),
    created: tx.nowSeconds,
    customer: owner.customer,
    brand: card.brand,
    last4: card.number.slice(-4),
    expMonth,
    expYear,
    name,
    email: owner.email,
    whenPresent: card.onSessionOutcome,
    whenAbsent: card.offSessionOutcome,
  };
  tx.put(method);
  return method;
}

/** Groups of four digits, as printed on a card. */
export const groupDigits = (number: string): string => number.replace(/(.{4})(?=.)/g, '$1 ');
