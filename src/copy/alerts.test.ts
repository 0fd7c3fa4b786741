/** What an alert says: what crossed, what became of its messages, when it may come again, and on which day it was. */
import { expect, it, vi } from 'vitest';
import type { AlertItem } from '#contract/alerts.ts';
import { alertSample } from '#tests/support/alert-samples.ts';
import { plain } from '#tests/support/plain.ts';
import { arrivalSentence } from './alert-arrival.ts';
import {
  alertDetailsCopy,
  alertsCopy,
  channelsSentences,
  dayTitle,
  deliverySentence,
  rearmSentence,
} from './alerts.ts';

/** At 100 €, with a band of three per cent. */
const rearm = (condition: AlertItem['condition'], value: number) =>
  rearmSentence({ condition, value, currency: 'EUR', bandBp: 300 }, 10_000);
const mail = (
  state: Parameters<typeof deliverySentence>[0]['state'],
  attempts: number,
  reach: Parameters<typeof deliverySentence>[1] = 'reachable',
) => deliverySentence({ state, attempts }, reach);
const alert = alertSample();
const arrival = (...parts: Partial<AlertItem>[]) =>
  arrivalSentence(parts.map((part) => ({ ...alert, ...part })));
const at = (year: number, month: number, day: number, hour = 12) =>
  new Date(year, month - 1, day, hour).toISOString();
const now = new Date(2026, 10, 21, 9);
const day = (...instant: Parameters<typeof at>) => dayTitle(at(...instant), now);
const one = `${alert.matchName}, ${alert.collectibleName}`;
const other = { matchName: 'Brasil – Chile' };

it.each([
  [alertsCopy.unreadTitle(0), 'Todo leído'],
  [alertsCopy.unreadTitle(1), 'Una sin leer'],
  [alertsCopy.unreadTitle(2), 'Dos sin leer'],
  [alertsCopy.unreadTitle(21), '21 sin leer'],
  [alertsCopy.visible(null), 'Tu plan muestra todo el historial.'],
  [alertsCopy.visible(365), 'Tu plan muestra 1 año de historial.'],
  [alertsCopy.visible(30), 'Tu plan muestra 30 días de historial.'],
  [rearm('below', 18_000), 'Si sube a 185,40 € y cruza otra vez'],
  [rearm('above', 18_000), 'Si baja a 174,60 € y cruza otra vez'],
  [rearm('change', 500), 'Si cambia un 5 % desde 100,00 €'],
  [rearm('low', 7), 'Si sube a 103,00 € y marca otro mínimo'],
  [mail('waiting', 0), 'Espera tu próxima comprobación'],
  [mail('waiting', 3, 'unconfirmed'), 'Espera a que confirmes tu correo'],
  [mail('pending', 0), 'Correo en cola'],
  [mail('pending', 2), 'Reintentando el correo'],
  [mail('sent', 2), 'Correo enviado'],
  [mail('failed', 2, 'unsubscribed'), 'El correo no ha llegado'],
  [arrival({}), `${one} ha quedado por debajo de 180 €: 172,00 €`],
  [arrival({ already: true }), `${one} ya estaba por debajo de 180 €: 172,00 €`],
  [arrival({ condition: 'change', ruleValue: 500 }), `${one} ha cambiado un 5 % o más: 172,00 €`],
  // Of several it counts prices and names each match once; of none it is silent.
  [arrival({}, other, {}), '2 precios han cruzado tu línea: España – Uruguay y Brasil – Chile'],
  [arrival({}, {}), '1 precio ha cruzado tu línea: España – Uruguay'],
  [arrival(), ''],
  [day(2026, 11, 21, 0), 'Hoy, sábado 21 de noviembre'],
  [day(2026, 11, 20, 23), 'Ayer, viernes 20 de noviembre'],
  [day(2026, 11, 22, 9), 'Domingo 22 de noviembre'],
  [day(2026, 11, 19), 'Jueves 19 de noviembre'],
  [day(2025, 11, 21), '21 de noviembre de 2025'],
])('%#: “%2$s”', (said, read) => {
  expect(plain(said)).toBe(read);
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
    given: 'Enviada por ntfy y Telegram · En camino a Mi móvil y Mi tableta',
    failed: 'No ha llegado a Mi robot',
  });
  expect(channelsSentences([])).toEqual({ given: null, failed: null });
});

it.each([
  [at(2026, 11, 21, 18), 'las 18:00'],
  [at(2026, 11, 22, 18), 'mañana a las 18:00'],
  [at(2026, 11, 20, 18), 'el viernes 20 de noviembre a las 18:00'],
  [at(2026, 11, 23, 8), 'el lunes 23 de noviembre a las 08:00'],
])('a silence until %s says “%s”', (instant, until) => {
  vi.useFakeTimers({ toFake: ['Date'], now });
  expect(plain(alertDetailsCopy.silentUntil(instant))).toBe(`En silencio hasta ${until}.`);
});
