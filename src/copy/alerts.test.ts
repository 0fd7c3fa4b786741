/** What an alert says: what crossed, what became of its messages, when it may come again, and on which day it was. */

import { afterEach, describe, expect, it, vi } from 'vitest';
import { alertSample } from '#tests/support/alert-samples.ts';
import { plain } from '#tests/support/plain.ts';
import {
  alertDetailsCopy,
  alertsCopy,
  arrivalSentence,
  channelsSentences,
  dayTitle,
  deliverySentence,
  rearmSentence,
} from './alerts.ts';

afterEach(() => void vi.useRealTimers());

it.each([
  [0, 'Todo leído'],
  [1, 'Una sin leer'],
  [2, 'Dos sin leer'],
  [21, '21 sin leer'],
])('the title with %i unread is “%s”', (unread, title) => {
  expect(alertsCopy.unreadTitle(unread)).toBe(title);
});

it.each([
  [null, 'Tu plan muestra todo el historial.'],
  [365, 'Tu plan muestra 1 año de historial.'],
  [30, 'Tu plan muestra 30 días de historial.'],
])('a plan that shows %s days says so', (days, sentence) => {
  expect(alertsCopy.visible(days)).toBe(sentence);
});

it.each([
  ['below', 18_000, 'Si sube a 185,40 € y cruza otra vez'],
  ['above', 18_000, 'Si baja a 174,60 € y cruza otra vez'],
  ['change', 500, 'Si cambia un 5 % desde 100,00 €'],
  ['low', 7, 'Si sube a 103,00 € y marca otro mínimo'],
] as const)('%s %i says what lets it cross again', (condition, value, rearm) => {
  const rule = { condition, value, currency: 'EUR', bandBp: 300 };
  expect(plain(rearmSentence(rule, 10_000))).toBe(rearm);
});

it.each([
  ['waiting', 0, 'reachable', 'Espera tu próxima comprobación'],
  ['waiting', 3, 'unconfirmed', 'Espera a que confirmes tu correo'],
  ['pending', 0, 'reachable', 'Correo en cola'],
  ['pending', 2, 'reachable', 'Reintentando el correo'],
  ['sent', 2, 'reachable', 'Correo enviado'],
  ['failed', 2, 'unsubscribed', 'El correo no ha llegado'],
] as const)('mail that is %s after %i attempts, of somebody %s', (state, attempts, reach, text) => {
  expect(deliverySentence({ state, attempts }, reach)).toBe(text);
});

it('tells delivered, under way and lost channels apart', () => {
  const channels = [
    { name: 'ntfy', state: 'sent' },
    { name: 'Mi móvil', state: 'pending' },
    { name: 'Telegram', state: 'sent' },
    { name: 'Mi tableta', state: 'sending' },
    { name: 'Mi robot', state: 'failed' },
  ] as const;
  expect(channelsSentences(channels)).toEqual({
    given: 'Entregada en ntfy y Telegram · En camino a Mi móvil y Mi tableta',
    failed: 'No ha llegado a Mi robot',
  });
  expect(channelsSentences([])).toEqual({ given: null, failed: null });
});

describe('the announcement', () => {
  const alert = alertSample();

  it.each([
    [{}, 'ha quedado por debajo de 180 €'],
    [{ already: true }, 'ya estaba por debajo de 180 €'],
    [{ condition: 'change', ruleValue: 500 }, 'ha cambiado un 5 % o más'],
  ] as const)('of one with %j says what it %s', (part, what) => {
    expect(plain(arrivalSentence([{ ...alert, ...part }]))).toBe(
      `España – Uruguay, Categoría 2 ${what}: 172,00 €`,
    );
  });

  it('of several counts prices and names each match once; of none it is silent', () => {
    const other = { ...alert, matchName: 'Brasil – Chile' };
    expect(arrivalSentence([alert, other, alert])).toBe(
      '2 precios han cruzado tu línea: España – Uruguay y Brasil – Chile',
    );
    expect(arrivalSentence([alert, alert])).toBe('1 precio ha cruzado tu línea: España – Uruguay');
    expect(arrivalSentence([])).toBe('');
  });
});

const at = (year: number, month: number, day: number, hour = 12) =>
  new Date(year, month - 1, day, hour).toISOString();
const now = new Date(2026, 10, 21, 9);

it.each([
  [at(2026, 11, 21, 0), 'Hoy, sábado 21 de noviembre'],
  [at(2026, 11, 20, 23), 'Ayer, viernes 20 de noviembre'],
  [at(2026, 11, 22, 9), 'Domingo 22 de noviembre'],
  [at(2026, 11, 19), 'Jueves 19 de noviembre'],
  [at(2025, 11, 21), '21 de noviembre de 2025'],
])('the day of %s is titled “%s”', (instant, title) => {
  expect(plain(dayTitle(instant, now))).toBe(title);
});

it.each([
  [at(2026, 11, 21, 18), 'En silencio hasta las 18:00.'],
  [at(2026, 11, 22, 18), 'En silencio hasta mañana a las 18:00.'],
  [at(2026, 11, 20, 18), 'En silencio hasta el viernes 20 de noviembre a las 18:00.'],
  [at(2026, 11, 23, 8), 'En silencio hasta el lunes 23 de noviembre a las 08:00.'],
])('a silence until %s says “%s”', (instant, sentence) => {
  vi.useFakeTimers({ toFake: ['Date'], now });
  expect(plain(alertDetailsCopy.silentUntil(instant))).toBe(sentence);
});
