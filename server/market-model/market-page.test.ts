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
  ['https://mercado.example', 'https://mercado.example/'],
  ['https://mañana.example/ñ', 'https://xn--maana-pta.example/%C3%B1'],
  ['https://mercado.example/"><script>', 'https://mercado.example/%22%3E%3Cscript%3E'],
  ['http://localhost:5173/__local/mercado/1', 'http://localhost:5173/__local/mercado/1'],
])('accepts %s', (raw, url) => {
  expect(parseMarketPageUrl(raw, origins)).toEqual({ url });
});

test.each([
  ['malformed', 7],
  ['malformed', {}],
  ['malformed', ''],
  ['malformed', '/articulo/1'],
  ['malformed', '//mercado.example/'],
  ['malformed', 'mercado.example/a'],
  ['malformed', ' https://mercado.example/'],
  ['malformed', 'https://mercado.example/\nX: y'],
  ['malformed', 'java\tscript:alert(1)'],
  ['malformed', 'https://mercado.example\\@otro.example/'],
  ['malformed', 'https://mercado.example:99999/'],
  ['scheme', 'javascript:alert(1)//https://mercado.example/'],
  ['scheme', 'JavaScript:alert(1)'],
  ['scheme', 'data:text/html,x'],
  ['scheme', 'blob:https://otro.example/1'],
  ['scheme', 'ftp://mercado.example/'],
  ['scheme', 'http://mercado.example/'],
  ['scheme', 'http://localhost:5174/'],
  ['credentials', 'https://mercado.example@otro.example/'],
  ['credentials', 'https://yo:clave@mercado.example/'],
  ['credentials', 'https://:clave@mercado.example/'],
  ['port', 'https://mercado.example:8443/'],
  ['port', 'https://localhost:5173/'],
  ['host', 'https://otro.example/'],
  ['host', 'https://otro.example/https://mercado.example/'],
  ['host', 'https://mercado.example.otro.example/'],
  ['host', 'https://otromercado.example/'],
  ['host', 'https://www.mercado.example/'],
  ['host', 'https://mercado.example./'],
  // A Cyrillic “е”: another name in Punycode.
  ['host', 'https://mеrcado.example/'],
  ['host', 'https://xn--mrcado-3of.example/'],
  ['length', `https://mercado.example/${'a'.repeat(3_000)}`],
  ['length', `https://mercado.example/${'ñ'.repeat(1_000)}`],
] as const)('rejects as %s: %s', (rejection, raw) => {
  expect(parseMarketPageUrl(raw, origins)).toEqual({ rejection });
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
