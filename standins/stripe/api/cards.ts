/** The test cards, by the numbers Stripe itself publishes. No number is ever stored. */

import type { ChargeOutcome, PaymentMethod } from '../state/records.ts';
import type { Transaction } from '../state/store.ts';
import { newId } from '../state/store.ts';

export interface TestCard {
  readonly number: string;
  readonly brand: string;
  readonly whenPresent: ChargeOutcome;
  readonly whenAbsent: ChargeOutcome;
  /** For the card page; null = accepted there but not offered. */
  readonly hint: string | null;
  /** What the API calls it. */
  readonly token: string | null;
}

const visa = (
  number: string,
  outcomes: readonly [ChargeOutcome, ChargeOutcome],
  hint: string,
  token: string | null = null,
): TestCard => ({
  number,
  brand: 'visa',
  whenPresent: outcomes[0],
  whenAbsent: outcomes[1],
  hint,
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
    whenPresent: 'accept',
    whenAbsent: 'accept',
    hint: null,
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
  draft: Transaction,
  { card, expMonth, expYear, name }: CardDetails,
  owner: { customer: string | null; email: string | null },
): PaymentMethod {
  const method: PaymentMethod = {
    kind: 'payment_method',
    id: newId('pm'),
    created: draft.now,
    customer: owner.customer,
    brand: card.brand,
    last4: card.number.slice(-4),
    expMonth,
    expYear,
    name,
    email: owner.email,
    whenPresent: card.whenPresent,
    whenAbsent: card.whenAbsent,
  };
  draft.put(method);
  return method;
}

/** In groups of four, as on a card. */
export const groupDigits = (number: string): string => number.replace(/(.{4})(?=.)/g, '$1 ');
