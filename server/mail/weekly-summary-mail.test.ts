/** What a person reads of their week by mail. */
import { describe, expect, it } from 'vitest';
import type { AlertItem } from '#contract/alerts.ts';
import { alertSample } from '#tests/support/alert-samples.ts';
import { plain, wordsOf } from '#tests/support/plain.ts';
import type { WeeklySummary } from './weekly-summary-mail.ts';
import { composeWeeklySummary } from './weekly-summary-mail.ts';

const since = new Date('2026-11-15T23:00:00Z');
const until = new Date('2026-11-22T23:00:00Z');
const options = {
  appOrigin: 'https://vigia.example',
  unsubscribeUrl: 'https://vigia.example/stop',
  timeZone: 'Europe/Madrid',
  now: new Date('2026-11-23T08:00:00Z'),
};
type Range = WeeklySummary['matches'][number]['ranges'][number];
const range = (part: Partial<Range> = {}): Range => ({
  category: 'Categoría 1',
  currency: 'EUR',
  lowCents: 17_000,
  lowAt: new Date('2026-11-17T12:00:00Z'),
  highCents: 19_000,
  highAt: since,
  ...part,
});
const fired = (part: Partial<AlertItem> = {}) =>
  alertSample({ collectibleId: 'c 1', createdAt: '2026-11-21T17:40:00.000Z', ...part });
const ofMatch = { kind: 'match', id: 'm1', category: null } as const;
const line = (part: Partial<WeeklySummary['lines'][number]> = {}) => ({
  matchId: 'm1',
  label: 'España – Uruguay, Palco',
  rule: 'Baja de 700 €',
  nowCents: 72_000,
  currency: 'EUR',
  distanceBp: 286,
  ...part,
});
const match = (ranges: readonly Range[] = [range()]) => ({
  id: 'm/1',
  name: 'España – Uruguay',
  ranges,
});
function mailOf(part: Partial<WeeklySummary> = {}) {
  const summary = {
    ...{ since, until, matches: [], moreMatches: 0, lines: [], fired: [], firedCount: 0 },
    ...part,
  };
  const mail = composeWeeklySummary(summary, options);
  return { subject: plain(mail.subject), text: plain(mail.text), html: plain(mail.html) };
}

describe('a whole week', () => {
  const summary = {
    matches: [
      match([
        range(),
        range({ category: 'Palco', lowCents: 70_000, highCents: 70_000 }),
        range({ category: 'Rara', lowAt: since, highAt: new Date('2026-11-22T22:59:00Z') }),
      ]),
    ],
    moreMatches: 3,
    lines: [line(), line({ label: 'Otro', distanceBp: 0 })],
    fired: [fired(), fired({ target: ofMatch, createdAt: '2026-11-20T08:05:00.000Z' })],
    firedCount: 5,
  };

  it('is one text: what is watched, what is near, what fired', () => {
    const { subject, text } = mailOf(summary);
    expect(subject).toBe('Tu semana, 16–22 de noviembre: 5 alertas');
    expect(text.split('\n')).toEqual([
      '5 alertas esta semana. Lo más cerca: España – Uruguay, Palco, a un 2,9 % de tu línea.',
      '',
      'LO QUE VIGILAS',
      '',
      'España – Uruguay',
      'Categoría 1: mínimo 170,00 € (mar 17), máximo 190,00 € (al empezar)',
      'Palco: 700,00 €, sin cambios',
      'Rara: mínimo 170,00 € (al empezar), máximo 190,00 € (dom 22)',
      'https://vigia.example/dashboard/partidos/m%2F1',
      '',
      'Y 3 partidos más.',
      '',
      'LO MÁS CERCA DE TU LÍNEA',
      '',
      'España – Uruguay, Palco',
      'Baja de 700 €: a un 2,9 %',
      'Ahora, 720,00 €',
      'https://vigia.example/dashboard/partidos/m1',
      '',
      'Otro',
      'Baja de 700 €: en la línea',
      'Ahora, 720,00 €',
      'https://vigia.example/dashboard/partidos/m1',
      '',
      'LO QUE HA SALTADO',
      '',
      'Estas son las 2 últimas de 5.',
      '',
      'España – Uruguay, Categoría 2',
      'Ha quedado por debajo de 180 €: 172,00 €',
      'sáb 21, 18:40',
      'https://vigia.example/dashboard/partidos/m1?c=c+1',
      '',
      'España – Uruguay',
      'Ha quedado por debajo de 180 €: 172,00 €',
      'vie 20, 09:05',
      'https://vigia.example/dashboard/partidos/m1?c=c+1',
      '',
      'Ver todas las alertas: https://vigia.example/dashboard/alertas',
      '',
      'Abrir Vigía: https://vigia.example/dashboard',
      '',
      'Los precios son los más bajos a la venta en cada momento.',
      'Recibes este correo porque pediste un resumen cada lunes.',
      'Dejar de recibir el resumen: https://vigia.example/stop',
      '',
    ]);
  });

  it('is the same in HTML', () => {
    expect(wordsOf(mailOf(summary).html).slice(1, -4)).toEqual([
      'Vigía',
      'Lunes, 23 nov 2026, 09:00 (Madrid)',
      '16–22 de noviembre',
      'Tu semana',
      '5 alertas',
      'Lo que vigilas',
      'España – Uruguay',
      ...['Categoría 1', 'mínimo 170,00 € (mar 17)', 'máximo 190,00 € (al empezar)'],
      ...['Palco', '700,00 €, sin cambios'],
      ...['Rara', 'mínimo 170,00 € (al empezar)', 'máximo 190,00 € (dom 22)'],
      'Y 3 partidos más.',
      'Lo más cerca de tu línea',
      ...['España – Uruguay, Palco', 'Baja de 700 €: a un 2,9 %', 'Ahora, 720,00 €'],
      ...['Otro', 'Baja de 700 €: en la línea', 'Ahora, 720,00 €'],
      'Lo que ha saltado',
      'Estas son las 2 últimas de 5.',
      ...[
        'España – Uruguay, Categoría 2',
        'Ha quedado por debajo de 180 €: 172,00 €',
        'sáb 21, 18:40',
      ],
      ...['España – Uruguay', 'Ha quedado por debajo de 180 €: 172,00 €', 'vie 20, 09:05'],
      'Ver todas las alertas',
      'Abrir Vigía',
      'Los precios son los más bajos a la venta en cada momento.',
    ]);
  });
});

describe('a week with less', () => {
  it('has no section without content, and says that nothing fired', () => {
    const { subject, text, html } = mailOf();
    expect(subject).toBe('Tu semana, 16–22 de noviembre: ninguna alerta');
    expect(text).not.toMatch(/LO QUE|LO MÁS|null/);
    expect(wordsOf(html).slice(0, 8)).toEqual([
      'Ninguna alerta esta semana.',
      'Vigía',
      'Lunes, 23 nov 2026, 09:00 (Madrid)',
      '16–22 de noviembre',
      'Tu semana',
      'Ninguna alerta',
      'Ver todas las alertas',
      'Abrir Vigía',
    ]);
  });

  it.each([
    [8, null],
    [9, 'Y 1 categoría más.'],
    [10, 'Y 2 categorías más.'],
  ])('of %d categories of a match eight are listed: %s', (count, more) => {
    const ranges = Array.from({ length: count }, (_, index) => range({ category: `C${index}` }));
    const { text, html } = mailOf({ matches: [match(ranges)] });
    expect(text.match(/^C\d: /gm)).toHaveLength(8);
    expect(text.match(/Y \d.*más\./)?.[0] ?? null).toBe(more);
    expect(wordsOf(html).find((line) => line.startsWith('Y ')) ?? null).toBe(more);
    expect(text).not.toMatch(/partidos? más/);
  });
});
