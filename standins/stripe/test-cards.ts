/** Test cards with Stripe's published numbers and the outcomes of their charges. Numbers are never stored. */
import type { ChargeOutcome, PaymentMethod } from './records.ts';

interface TestCard {
  readonly number: string;
  readonly brand: 'visa' | 'mastercard';
  readonly onSession: ChargeOutcome;
  readonly offSession: PaymentMethod['_offSession'];
  readonly label: string;
}

const visa = { brand: 'visa', onSession: 'accept', offSession: 'accept' } as const;

export const testCards: readonly TestCard[] = [
  { ...visa, number: '4242424242424242', label: 'Acepta el pago' },
  { ...visa, number: '5555555555554444', brand: 'mastercard', label: 'Acepta el pago' },
  { ...visa, number: '4000000000000002', onSession: 'decline', label: 'Rechaza el pago' },
  { ...visa, number: '4000002500003155', onSession: 'authenticate', label: 'Pide autenticación' },
  { ...visa, number: '4000000000000341', offSession: 'decline', label: 'Falla al renovar' },
];

/** Groups of four digits, as printed on a card. */
export const groupDigits = (number: string): string => number.replace(/(.{4})(?=.)/g, '$1 ');
