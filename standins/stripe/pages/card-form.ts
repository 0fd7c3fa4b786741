/** Card form: parsing, validation with one error per field, initial values. */
import * as z from 'zod';
import { type CardDetails, groupDigits, testCards } from '../state/test-cards.ts';

const text = z.string().max(200).catch('');
const cardForm = z.object({
  numero: text,
  /** The number the page was served with: without scripts, choosing a test card does not change the field. */
  servido: text,
  prueba: text,
  caducidad: text,
  cvc: text,
  titular: text,
});
export type CardForm = z.output<typeof cardForm>;
export type CardField = 'numero' | 'caducidad' | 'cvc';
export type CardErrors = Partial<Record<CardField, string>>;

export const parseCardForm = (body: unknown): CardForm =>
  cardForm.parse(typeof body === 'object' && body !== null ? body : {});

const digitsOf = (typed: string): string => typed.replace(/[\s-]/g, '');

/** The card number sent: a typed number takes precedence over a chosen test card. */
function cardNumberOf({ numero, servido, prueba }: CardForm): string {
  const isUntouched = digitsOf(numero) === digitsOf(servido);
  return digitsOf(isUntouched && prueba !== '' ? prueba : numero);
}

/** The form to show again after an error, with the field and the chosen test card in agreement. */
export function normalizeForm(form: CardForm): CardForm {
  const number = cardNumberOf(form);
  const numero = digitsOf(form.numero) === number ? form.numero : groupDigits(number);
  return { ...form, numero, servido: numero, prueba: number };
}

/** @param nowSeconds test clock, decides whether a card has expired. @returns details null when there are errors */
export function validateCard(
  form: CardForm,
  nowSeconds: number,
): { details: CardDetails | null; errors: CardErrors } {
  const errors: CardErrors = {};
  const number = cardNumberOf(form);
  const card = testCards.find((known) => known.number === number);
  if (!isCardNumber(number)) errors.numero = 'El número de tarjeta no es válido.';
  else if (!card) errors.numero = 'Aquí solo valen las tarjetas de prueba.';
  const expiry = expiryOf(form.caducidad);
  if (expiry === null) errors.caducidad = 'Escribe la caducidad como MM/AA.';
  else if (Date.UTC(expiry.year, expiry.month, 1) / 1_000 <= nowSeconds) {
    errors.caducidad = 'La tarjeta está caducada.';
  }
  if (!/^\d{3}$/.test(form.cvc.trim())) errors.cvc = 'El CVC son las 3 cifras del dorso.';
  if (!card || expiry === null || Object.keys(errors).length > 0) return { details: null, errors };
  const name = form.titular.trim() || null;
  return { details: { card, expMonth: expiry.month, expYear: expiry.year, name }, errors };
}

function expiryOf(typed: string): { month: number; year: number } | null {
  const found = /^\s*(0?[1-9]|1[0-2])\s*\/\s*(?:20)?(\d{2})\s*$/.exec(typed);
  return found ? { month: Number(found[1]), year: 2_000 + Number(found[2]) } : null;
}

/** Luhn check digit. */
function isCardNumber(digits: string): boolean {
  if (!/^\d{13,19}$/.test(digits)) return false;
  const sum = [...digits].reverse().reduce((total, digit, position) => {
    const value = Number(digit) * (position % 2 === 0 ? 1 : 2);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}

/** Initial values, complete so that one click pays. */
export function initialForm(nowSeconds: number, holder: string): CardForm {
  const number = groupDigits(testCards[0]?.number ?? '');
  const year = (new Date(nowSeconds * 1_000).getUTCFullYear() + 2) % 100;
  return {
    numero: number,
    servido: number,
    prueba: digitsOf(number),
    caducidad: `08/${String(year).padStart(2, '0')}`,
    cvc: '123',
    titular: holder,
  };
}
