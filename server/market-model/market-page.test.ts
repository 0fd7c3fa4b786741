/** Which addresses of a source become links that users follow. */
import { expect, test } from 'vitest';
import { marketPagesOf, parseMarketPageUrl, withTemplatePages } from './market-page.ts';
import type { CatalogueEntry } from './marketplace.ts';

const origins = [
  'https://mercado.example',
  'https://xn--maana-pta.example',
  'http://localhost:5173',
];

test.each([
  ['https://mercado.example/a', 'https://mercado.example/a'],
  ['HTTPS://MERCADO.example:443/a?b=c#d', 'https://mercado.example/a?b=c#d'],
  ['https://mañana.example/ñ', 'https://xn--maana-pta.example/%C3%B1'],
  ['https://mercado.example/"><script>', 'https://mercado.example/%22%3E%3Cscript%3E'],
  ['http://localhost:5173/__local/mercado/1', 'http://localhost:5173/__local/mercado/1'],
])('accepts %s', (raw, url) => {
  expect(parseMarketPageUrl(raw, origins)).toEqual({ url });
});

test.each<[string, unknown[]]>([
  [
    'malformed',
    [
      ...[7, {}, '', '/articulo/1', '//mercado.example/', 'mercado.example/a'],
      ...[' https://mercado.example/', 'https://mercado.example/\nX: y', 'java\tscript:alert(1)'],
      ...['https://mercado.example\\@otro.example/', 'https://mercado.example:99999/'],
    ],
  ],
  [
    'scheme',
    [
      ...['javascript:alert(1)//https://mercado.example/', 'JavaScript:alert(1)'],
      ...['data:text/html,x', 'blob:https://otro.example/1', 'ftp://mercado.example/'],
      ...['http://mercado.example/', 'http://localhost:5174/'],
    ],
  ],
  ['credentials', ['https://mercado.example@otro.example/', 'https://:clave@mercado.example/']],
  ['port', ['https://mercado.example:8443/', 'https://localhost:5173/']],
  [
    'host',
    [
      ...['https://otro.example/', 'https://otro.example/https://mercado.example/'],
      ...['https://mercado.example.otro.example/', 'https://otromercado.example/'],
      ...['https://www.mercado.example/', 'https://mercado.example./'],
      // A Cyrillic “е”: another name in Punycode.
      ...['https://mеrcado.example/', 'https://xn--mrcado-3of.example/'],
    ],
  ],
  [
    'length',
    [
      `https://mercado.example/${'a'.repeat(3_000)}`,
      `https://mercado.example/${'ñ'.repeat(1_000)}`,
    ],
  ],
])('rejects for its %s: %j', (rejection, addresses) => {
  for (const raw of addresses)
    expect([raw, parseMarketPageUrl(raw, origins)]).toEqual([raw, { rejection }]);
});

const entry = (...urls: unknown[]): CatalogueEntry => ({
  match: { id: 'm' } as CatalogueEntry['match'],
  collectibles: urls.map((url, index) => ({
    ...({ matchId: 'm' } as CatalogueEntry['collectibles'][number]),
    id: `c${index}`,
    url,
  })),
});

test('a rejected address leaves its collectible without a page, and is counted', () => {
  const { pages, rejected } = marketPagesOf(
    [entry('https://mercado.example/0', 'javascript:alert(1)', null, undefined, 'ftp://x')],
    origins,
  );
  expect(pages).toEqual([
    { collectibleId: 'c0', url: 'https://mercado.example/0' },
    ...['c1', 'c2', 'c3', 'c4'].map((collectibleId) => ({ collectibleId, url: null })),
  ]);
  expect([...rejected]).toEqual([['scheme', 2]]);
});

test('a template names the pages that the source does not', () => {
  const template = 'https://mercado.example/articulo/{id}?de={id}';
  const [filled] = withTemplatePages([entry('https://mercado.example/0', null)], {
    template,
    origins,
  });
  expect(filled?.collectibles.map(({ url }) => url)).toEqual([
    'https://mercado.example/0',
    'https://mercado.example/articulo/c1?de=c1',
  ]);
});
