/** What was typed on the card page: read, checked, and told back field by field. */
import * as z from 'zod';
import { type CardDetails, groupDigits, testCards } from '../api/cards.ts';

const text = z.string().max(200).catch('');
const sentForm = z.object({
  numero: text,
  /** The number the page came with: without scripts, choosing a test card does not change the field. */
  servido: text,
  prueba: text,
  caducidad: text,
  cvc: text,
  titular: text,
});
export type CardForm = z.output<typeof sentForm>;
export type CardField = 'numero' | 'caducidad' | 'cvc';
export type CardFaults = Partial<Record<CardField, string>>;

export const readCardForm = (body: unknown): CardForm =>
  sentForm.parse(typeof body === 'object' && body !== null ? body : {});

const digitsOf = (typed: string): string => typed.replace(/[\s-]/g, '');

/** What is typed wins over what is chosen. */
export function numberOf({ numero, servido, prueba }: CardForm): string {
  const isUntouched = digitsOf(numero) === digitsOf(servido);
  return digitsOf(isUntouched && prueba !== '' ? prueba : numero);
}

/** To be shown again after a refusal: the field and the chosen test card say the same, and what is shown is what is sent. */
export function asMeant(form: CardForm): CardForm {
  const number = numberOf(form);
  const numero = digitsOf(form.numero) === number ? form.numero : groupDigits(number);
  return { ...form, numero, servido: numero, prueba: number };
}

/** @param now seconds; the world's time decides whether a card has expired */
export function checkCard(
  form: CardForm,
  now: number,
): { details: CardDetails | null; faults: CardFaults } {
  const faults: CardFaults = {};
  const number = numberOf(form);
  const card = testCards.find((known) => known.number === number);
  if (!isCardNumber(number)) faults.numero = 'El número de tarjeta no es válido.';
  else if (!card) faults.numero = 'Aquí solo valen las tarjetas de prueba.';
  const expiry = expiryOf(form.caducidad);
  if (expiry === null) faults.caducidad = 'Escribe la caducidad como MM/AA.';
  else if (Date.UTC(expiry.year, expiry.month, 1) / 1_000 <= now) {
    faults.caducidad = 'La tarjeta está caducada.';
  }
  if (!/^\d{3}$/.test(form.cvc.trim())) faults.cvc = 'El CVC son las 3 cifras del dorso.';
  if (!card || expiry === null || Object.keys(faults).length > 0) return { details: null, faults };
  const name = form.titular.trim() || null;
  return { details: { card, expMonth: expiry.month, expYear: expiry.year, name }, faults };
}

function expiryOf(typed: string): { month: number; year: number } | null {
  const found = /^\s*(0?[1-9]|1[0-2])\s*\/\s*(?:20)?(\d{2})\s*$/.exec(typed);
  return found ? { month: Number(found[1]), year: 2_000 + Number(found[2]) } : null;
}

/** The check digit every card number ends in (Luhn). */
function isCardNumber(digits: string): boolean {
  if (!/^\d{13,19}$/.test(digits)) return false;
  const sum = [...digits].reverse().reduce((total, digit, place) => {
    const value = Number(digit) * (place % 2 === 0 ? 1 : 2);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}

/** A form that pays at one press. */
export function emptyForm(now: number, holder: string): CardForm {
  const number = groupDigits(testCards[0]?.number ?? '');
  const year = (new Date(now * 1_000).getUTCFullYear() + 2) % 100;
  return {
    numero: number,
    servido: number,
    prueba: digitsOf(number),
    caducidad: `08/${String(year).padStart(2, '0')}`,
    cvc: '123',
    titular: holder,
  };
}
