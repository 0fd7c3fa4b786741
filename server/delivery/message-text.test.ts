/** What a person reads of a delivery, whatever the channel. */
import { describe, expect, it } from 'vitest';
import type { SentAlert } from '#contract/channels.ts';
import { sentAlertSample as alert } from '#tests/support/alert-samples.ts';
import { plain } from '#tests/support/plain.ts';
import { toMessageText } from './message-text.ts';

const origin = 'https://vigia.example';

const linesOf = (alerts: readonly SentAlert[]) => toMessageText(alerts, origin).lines.map(plain);
const several = (count: number) =>
  Array.from({ length: count }, (_, index) => alert({ matchName: `Partido ${index + 1}` }));

it('a test says that it is one', () => {
  expect(toMessageText([], origin)).toEqual({
    title: 'Prueba de Vigía',
    lines: ['Tus alertas llegan aquí. Es una prueba: ningún precio ha cruzado tu línea.'],
    url: `${origin}/dashboard/alertas`,
    marketUrl: null,
  });
});

describe('a single alert', () => {
  it('has its price in the title, its note in a line of its own, and its page at the market', () => {
    const collectibleUrl = 'https://mercado.example/articulo/1';
    const text = toMessageText([alert({ note: 'para el sábado', collectibleUrl })], origin);
    expect(plain(text.title)).toBe('España – Uruguay: 172,00 €');
    expect(text.lines.map(plain)).toEqual([
      'Categoría 2 ha quedado por debajo de 180 €.',
      'Tu nota: para el sábado',
    ]);
    expect(text).toMatchObject({
      url: `${origin}/dashboard/partidos/m1?c=m1-cat2`,
      marketUrl: collectibleUrl,
    });
  });

  it('has neither without them', () => {
    expect(toMessageText([alert()], origin)).toMatchObject({
      lines: { length: 1 },
      marketUrl: null,
    });
  });

  it.each<[SentAlert['target'], string]>([
    [{ kind: 'match', id: 'm1', category: null }, 'Lo más barato ha quedado por debajo de'],
    [{ kind: 'match', id: 'm1', category: '2' }, 'Lo más barato de 2 ha quedado por debajo de'],
    [{ kind: 'collectible', id: 'm1-cat2' }, 'Categoría 2 ha quedado por debajo de'],
  ])('of %j begins: %s', (target, words) => {
    expect(linesOf([alert({ target })])[0]?.startsWith(words)).toBe(true);
  });
});

describe('several alerts', () => {
  it('are counted in the title, newest first, each with its note', () => {
    const text = toMessageText([alert(), alert({ matchName: 'Otro', note: 'dos' })], origin);
    expect(text).toMatchObject({
      title: '2 alertas',
      url: `${origin}/dashboard/alertas`,
      marketUrl: null,
    });
    expect(text.lines.map(plain)).toEqual([
      'Otro, Categoría 2: 172,00 €; ha quedado por debajo de 180 €. Tu nota: dos',
      'España – Uruguay, Categoría 2: 172,00 €; ha quedado por debajo de 180 €.',
    ]);
  });

  it.each<[number, string | undefined]>([
    [10, undefined],
    [11, 'Y una más.'],
    [13, 'Y 3 más.'],
  ])('are ten lines at most: of %i the rest are counted in one', (count, rest) => {
    const lines = linesOf(several(count));
    expect(lines[0]).toContain(`Partido ${count}`);
    expect(lines[9]).toContain(`Partido ${count - 9}`);
    expect(lines.slice(10)).toEqual(rest === undefined ? [] : [rest]);
  });
});
