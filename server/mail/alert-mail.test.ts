/** What a person reads of their alerts by mail, in its subject, its plain text and its HTML. */
import { describe, expect, it } from 'vitest';
import { plain, wordsOf } from '#tests/support/plain.ts';
import type { AlertMailData } from '../db/alerts/unsent-alerts.ts';
import { composeAlertMail } from './alert-mail.ts';
import { type AlertLinks, toAlertSection } from './alert-section.ts';

const timeZone = 'Europe/Madrid';
const now = new Date('2026-11-21T18:00:00Z');
const links: AlertLinks = {
  chart: ({ collectibleId }) => `https://vigia.example/chart/${collectibleId}`,
  snooze: ({ thresholdId }) => `https://vigia.example/snooze/${thresholdId}`,
  pause: ({ thresholdId }) => `https://vigia.example/pause/${thresholdId}`,
  change: ({ thresholdId }) => `https://vigia.example/change/${thresholdId}`,
  all: 'https://vigia.example/all',
  unsubscribe: 'https://vigia.example/unsubscribe',
};
const alert = (part: Partial<AlertMailData> = {}): AlertMailData => ({
  id: 1,
  uid: 'ana',
  thresholdId: 'uno',
  thresholdKey: 1,
  version: 1,
  episode: 1,
  matchName: 'España – Uruguay',
  part: 'Categoría 2',
  targetKind: 'collectible',
  thresholdCreatedAt: new Date('2026-11-01T12:00:00Z'),
  note: null,
  condition: 'below',
  ruleValue: 18_000,
  bandBp: 300,
  valueCents: 17_200,
  previousCents: 18_500,
  currency: 'EUR',
  already: false,
  observedAt: new Date('2026-11-21T17:40:00Z'),
  matchId: 'm1',
  stage: 'Fase de grupos',
  venue: 'Nuevo Arenal',
  city: 'Bilbao',
  kickoffAt: new Date('2026-11-24T20:00:00Z'),
  collectibleId: 'c1',
  collectibleName: 'Categoría 2',
  collectibleUrl: null,
  nowCents: 17_000,
  dayAgoCents: 18_500,
  listings: 46,
  lastSaleCents: 16_900,
  ...part,
});
/** Cheaper now than on eight of its ten days. */
const month = [160, 165, ...Array.from({ length: 8 }, () => 190)].map((euros) => euros * 100);
const sectionOf = (part: Partial<AlertMailData> = {}) =>
  toAlertSection(alert(part), { links, timeZone, month });

type Parts = readonly [Partial<AlertMailData>, ...Partial<AlertMailData>[]];
function mailOf(
  [first, ...others]: Parts = [{}],
  { more = [] }: { more?: readonly Partial<AlertMailData>[] } = {},
) {
  const mail = composeAlertMail(
    { sections: [sectionOf(first), ...others.map(sectionOf)], more: more.map(alert) },
    { links, timeZone, now },
  );
  return { subject: plain(mail.subject), text: plain(mail.text), html: plain(mail.html) };
}

describe('the subject', () => {
  const [already, dos] = [{ already: true }, { thresholdId: 'dos' }];
  const palco = { ...dos, part: 'Palco' };
  const where = 'España – Uruguay, Categoría 2';
  it.each<[string, Parts, string]>([
    ['one alert', [{}], `172 € · ${where} ha cruzado tu línea`],
    ['of a whole match', [{ part: null }], '172 € · España – Uruguay ha cruzado tu línea'],
    [
      'one that had crossed before it was watched',
      [already],
      `172 € · ${where} ya estaba por debajo de 180 € cuando creaste el umbral`,
    ],
    [
      'one threshold several times: its last price',
      [{ ...already, valueCents: 17_600 }, { valueCents: 17_100 }],
      `171 € · ${where} ha cruzado tu línea 2 veces`,
    ],
    ['two thresholds', [{}, palco], `2 precios han cruzado tu línea · ${where} y 1 más`],
    ['two of one collectible', [{}, dos], `172 € · ${where} ha cruzado 2 de tus líneas`],
    [
      'two that had all crossed before',
      [already, { ...already, ...palco }],
      `2 precios ya habían cruzado tu línea · ${where} y 1 más`,
    ],
  ])('%s', (_what, parts, subject) => {
    expect(mailOf(parts).subject).toBe(subject);
  });
});

describe('the plain text', () => {
  it('of one alert has all that is known, and what can be done', () => {
    const collectibleUrl = 'https://mercado.example/1';
    expect(mailOf([{ note: 'para el sábado', collectibleUrl }]).text.split('\n')).toEqual([
      'España – Uruguay, Categoría 2 ha quedado por debajo de 180 €: 172,00 €, el 21 nov 2026, 18:40 (Madrid). Ahora 170,00 €.',
      '',
      'Tu nota: para el sábado',
      '',
      '¿Es buen precio? Más barato que el 80 % de los últimos 10 días',
      'Cambio en 24 h: ▼ baja 8,1 %',
      'Última venta: 169,00 €',
      'En venta: 46',
      'Umbral: Baja de 180 €',
      'Al cruzar: 172,00 €',
      'Visto: 21 nov 2026, 18:40 (Madrid)',
      'Antes de cruzar: 185,00 €',
      '',
      'Ver la gráfica: https://vigia.example/chart/c1',
      '',
      'Ver en el mercado: https://mercado.example/1',
      'Silenciar 24 h: https://vigia.example/snooze/uno',
      'Pausar este umbral: https://vigia.example/pause/uno',
      'Cambiarlo: https://vigia.example/change/uno',
      '',
      'El precio puede haber cambiado desde que te escribimos. No te volveremos a escribir por este umbral hasta que suba a 185,40 € y lo cruce otra vez.',
      'Recibes este correo porque creaste este umbral el 1 de noviembre.',
      'Dejar de recibir alertas: https://vigia.example/unsubscribe',
      '',
    ]);
  });

  it('leaves out what is not known, and says when nothing is on sale', () => {
    const { text } = mailOf([
      { previousCents: null, nowCents: null, dayAgoCents: null, lastSaleCents: null, listings: 0 },
    ]);
    expect(text).toContain('Ahora no hay nada en venta.');
    expect(text).toContain('En venta: 0');
    expect(text).not.toMatch(
      /Antes de cruzar|buen precio|Cambio en|Última venta|Ver en el mercado|Tu nota|null/,
    );
  });

  it('of the cheapest of a category compares no price with the month of one collectible of its name', () => {
    expect(mailOf([{ targetKind: 'match' }]).text).not.toContain('buen precio');
  });

  it('of several begins with what crossed, and has each of them, and no word of one alone', () => {
    const { text } = mailOf([{}, { thresholdId: 'dos', collectibleId: 'c2' }]);
    expect(text.startsWith('España – Uruguay, Categoría 2 ha quedado por debajo')).toBe(true);
    expect(text).toContain('chart/c1');
    expect(text).toContain('chart/c2');
    expect(text).toContain('\nEl precio puede haber cambiado desde que te escribimos.\n');
    expect(text).toContain('Recibes este correo porque creaste estos umbrales.');
    expect(text).not.toMatch(/desde el correo anterior|volveremos a escribir/);
  });

  it('of more than are listed counts them, and leads to all', () => {
    const more = Array.from({ length: 999 }, () => ({}));
    const { text, html } = mailOf([{}], { more });
    const digest = '1.000 alertas desde el correo anterior. Aquí están las más recientes.';
    expect(text.startsWith(`${digest}\n\nVer todas las alertas: https://vigia.example/all\n`)).toBe(
      true,
    );
    // One is listed, and not alone.
    expect(text).toContain('creaste estos umbrales');
    expect(wordsOf(html)).toContain(digest);
    expect(wordsOf(html)).toContain('Ver todas las alertas');
    expect(text).toContain('por debajo de 180 €, 1000 veces\n');
  });
});

describe('the HTML of one alert', () => {
  const bodyOf = (part: Partial<AlertMailData> = {}) => wordsOf(mailOf([part]).html);

  it('is a ticket: what crossed, where and when it is played, the price now, and the facts', () => {
    const collectibleUrl = 'https://mercado.example/1';
    const text = bodyOf({ note: 'para el sábado', collectibleUrl });
    expect(text.slice(0, 3)).toEqual([
      'España – Uruguay, Categoría 2 ha quedado por debajo de 180 €: 172,00 €, el 21 nov 2026, 18:40 (Madrid). Ahora 170,00 €.',
      'Vigía',
      'Sábado, 21 nov 2026, 19:00 (Madrid)',
    ]);
    expect(text.slice(3, -3)).toEqual([
      'A las 18:40 ha quedado por debajo de 180 €',
      'España – Uruguay',
      'Categoría 2 · Fase de grupos',
      'Martes, 24 de noviembre, 21:00 (Madrid) · Nuevo Arenal, Bilbao',
      'Precio mínimo ahora',
      '170,00',
      '€',
      'Tu umbral: 180 €. Cruzado por 10,00 €',
      'Tu nota: para el sábado',
      '¿Es buen precio?',
      'Más barato que el 80 % de los últimos 10 días',
      'Cambio en 24 h',
      '▼ baja 8,1 %',
      'Última venta',
      '169,00 €',
      'En venta',
      '46',
      'Umbral',
      'Baja de 180 €',
      'Al cruzar',
      '172,00 €',
      'Visto',
      '21 nov 2026, 18:40 (Madrid)',
      'Antes de cruzar',
      '185,00 €',
      'Ver la gráfica',
      'Ver en el mercado',
      'Silenciar 24 h',
      'Pausar este umbral',
      'Cambiarlo',
      'El precio puede haber cambiado desde que te escribimos. No te volveremos a escribir por este umbral hasta que suba a 185,40 € y lo cruce otra vez.',
      'Recibes este correo porque creaste este umbral el 1 de noviembre.',
    ]);
  });

  it.each<[Partial<AlertMailData>, string[]]>([
    [
      { part: null },
      ['Fase de grupos', 'Martes, 24 de noviembre, 21:00 (Madrid) · Nuevo Arenal, Bilbao'],
    ],
    [{ venue: null, kickoffAt: null }, ['Categoría 2 · Fase de grupos', 'Bilbao']],
    [
      { part: null, stage: 'Final', matchName: 'Final', venue: null, city: '', kickoffAt: null },
      [],
    ],
  ])('%j is described by what is known: %j', (part, lines) => {
    const text = bodyOf(part);
    const title = text.indexOf(part.matchName ?? 'España – Uruguay', 3);
    expect(text.slice(title + 1, text.indexOf('Precio mínimo ahora'))).toEqual(lines);
  });

  it.each<[Partial<AlertMailData>, string]>([
    [{ nowCents: 18_000 }, 'Tu umbral: 180 €. Justo en la línea'],
    [{ nowCents: 18_100 }, 'Tu umbral: 180 €. Ha vuelto, y faltan 1,00 €'],
    [{ condition: 'above', nowCents: 18_100 }, 'Tu umbral: 180 €. Cruzado por 1,00 €'],
    [{ nowCents: null }, 'Tu umbral: baja de 180 €'],
    [{ condition: 'change', ruleValue: 1_000 }, 'Tu umbral: variación de 10 %'],
    [{ condition: 'low', ruleValue: 7 }, 'Tu umbral: mínimo de 7 días'],
  ])('%j: %s', (part, line) => {
    expect(bodyOf(part)).toContain(line);
  });
});

describe('the HTML of several alerts', () => {
  const several: Parts = [
    { note: 'para el sábado', collectibleUrl: 'https://mercado.example/1' },
    { thresholdId: 'dos', part: 'Palco', collectibleId: 'c2', nowCents: null, listings: 0 },
  ];

  it('is a list: each with its price then and now', () => {
    const text = wordsOf(mailOf(several).html);
    expect(text.slice(3, -4)).toEqual([
      '2 precios han cruzado tu línea',
      'España – Uruguay, Categoría 2 y 1 más',
      'España – Uruguay, Categoría 2',
      'Ha quedado por debajo de 180 €',
      'Tu nota: para el sábado',
      'Al cruzar',
      '172,00 €',
      '21 nov 2026, 18:40 (Madrid)',
      'Ahora',
      '170,00 €',
      'En venta: 46',
      'Ver la gráfica',
      'Ver en el mercado',
      'Silenciar 24 h',
      'Pausar este umbral',
      'España – Uruguay, Palco',
      'Ha quedado por debajo de 180 €',
      'Al cruzar',
      '172,00 €',
      '21 nov 2026, 18:40 (Madrid)',
      'Ahora',
      'Nada en venta',
      'En venta: 0',
      'Ver la gráfica',
      'Silenciar 24 h',
      'Pausar este umbral',
      'El precio puede haber cambiado desde que te escribimos.',
    ]);
  });

  it('names each threshold once, with its last price: first those whose price is still over the line', () => {
    const back = { thresholdId: 'vuelto', part: 'Palco', nowCents: 19_000 };
    const mail = mailOf([back, {}, { thresholdId: 'dos', part: 'Grada' }, { valueCents: 17_100 }]);
    expect(
      wordsOf(mail.html)
        .slice(4)
        .filter((line) => /^(España – Uruguay,|Ha )/.test(line)),
    ).toEqual([
      'España – Uruguay, Palco y 2 más',
      'España – Uruguay, Categoría 2',
      'Ha quedado por debajo de 180 €, 2 veces',
      'España – Uruguay, Grada',
      'Ha quedado por debajo de 180 €',
      'España – Uruguay, Palco',
      'Ha quedado por debajo de 180 €',
      'Ha vuelto · En venta: 46',
    ]);
    expect(mail.text).toContain('por debajo de 180 €, 2 veces\nAl cruzar: 171,00 €');
    expect(mail.text).toContain('Ahora: 190,00 €, Ha vuelto · En venta: 46');
  });
});
