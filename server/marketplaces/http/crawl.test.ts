/** How a crawl finds its pages, by number, offset, cursor or link; and which it does not follow. */
import { expect, test } from 'vitest';
import { mappingFor } from '#tests/boundaries/marketplaces/http.harness.ts';
import { type Crawl, crawl } from './crawl.ts';
import type { CrawlError } from './crawl-error.ts';
import type { MappedSource } from './mapping.ts';
import { createAnswerReader } from './read-answer.ts';

type Paging = MappedSource['request']['paging'];
type Answer = {
  readonly total?: number;
  readonly next?: unknown;
  readonly codes: readonly string[];
};

/** Crawls pages whose answers are in order, the last one again and again. @returns what was asked for, and the outcome */
async function crawlPages(
  paging: Paging,
  answers: readonly Answer[],
  request: Partial<MappedSource['request']> = {},
) {
  const mapping = mappingFor('https://mercado.example', { paging, ...request });
  const asked: string[] = [];
  const found = await crawl(
    {
      request: mapping.request,
      fetch: async ({ url, body }) => {
        const { codes, ...rest } = answers[Math.min(asked.length, answers.length - 1)] ?? {
          codes: [],
        };
        const listings = codes.map((uniqueCode) => ({ uniqueCode, lowestPrice: 1 }));
        asked.push(
          `${url.search || url.pathname} ${body ?? ''}`.replace('?listingStatus=active', '').trim(),
        );
        return { kind: 'page', body: JSON.stringify({ listings, ...rest }), etag: null };
      },
      read: createAnswerReader(mapping),
      clock: { wallMs: () => 0 },
      cached: new Map(),
    },
    new AbortController().signal,
  );
  return { asked, found };
}
const codesOf = (found: Crawl | CrawlError) =>
  found.kind === 'error' ? found.reason : found.listings.map(({ code }) => code).join('');

const number: Paging = { by: 'number', parameter: 'p', first: 0, size: 2 };
const offset: Paging = { by: 'offset', parameter: 'from', size: 2, sizeParameter: 'n' };
const cursor: Paging = {
  by: 'cursor',
  parameter: 'page.after',
  next: 'next',
  size: 2,
  sizeParameter: 'n',
};
const link: Paging = { by: 'link', next: 'next' };
const post = { method: 'POST', body: { q: 'x', page: { n: 1 } } } as const;

test.each<[string, Paging, Partial<MappedSource['request']>, Answer[], string[], string, boolean]>([
  [
    'by number, until the total',
    number,
    {},
    [
      { total: 3, codes: ['a', 'b'] },
      { total: 3, codes: ['c'] },
    ],
    ['&p=0', '&p=1'],
    'abc',
    true,
  ],
  [
    'by number without a total, until a page is not full',
    number,
    {},
    [{ codes: ['a', 'b'] }, { codes: ['c', 'd'] }, { codes: [] }],
    ['&p=0', '&p=1', '&p=2'],
    'abcd',
    true,
  ],
  [
    'by offset',
    offset,
    {},
    [{ codes: ['a', 'b'] }, { codes: ['c'] }],
    ['&from=0&n=2', '&from=2&n=2'],
    'abc',
    true,
  ],
  [
    'by cursor in a body',
    cursor,
    post,
    [
      { next: 'x1', codes: ['a', 'b'] },
      { next: null, codes: ['c'] },
    ],
    ['{"q":"x","page":{"n":1},"n":2}', '{"q":"x","page":{"n":1,"after":"x1"},"n":2}'],
    'abc',
    true,
  ],
  [
    'by link on the same server',
    link,
    {},
    [{ next: '/other?x=1', codes: ['a'] }, { codes: ['b'] }],
    ['', '?x=1'],
    'ab',
    true,
  ],
  ['whole in one', { by: 'none' }, {}, [{ codes: ['a', 'b', 'c'] }], [''], 'abc', true],
  [
    'fewer than the total of a cursor',
    cursor,
    {},
    [
      { total: 4, next: 'x', codes: ['a', 'b'] },
      { total: 4, codes: ['c'] },
    ],
    ['&n=2', '&page.after=x&n=2'],
    'abc',
    false,
  ],
  ['more than the total', number, {}, [{ total: 1, codes: ['a', 'b'] }], ['&p=0'], 'ab', false],
])('%s', async (_name, paging, request, answers, requests, codes, isConsistent) => {
  const { asked, found } = await crawlPages(paging, answers, request);
  expect(asked.map((text) => text.replace('/v2/listings/search', ''))).toEqual(requests);
  expect(codesOf(found)).toBe(codes);
  expect(found).toMatchObject({ isConsistent });
});

test.each<[string, Paging, Answer[], string, number]>([
  [
    'a link to another server',
    link,
    [{ next: 'https://otro.example/', codes: ['a'] }],
    'redirect',
    1,
  ],
  [
    'a link with a password',
    link,
    [{ next: 'https://a:b@mercado.example/', codes: ['a'] }],
    'redirect',
    1,
  ],
  [
    'a cursor that leads back',
    cursor,
    [
      { next: 'x', codes: ['a', 'b'] },
      { next: 'x', codes: ['c', 'd'] },
    ],
    'repeated',
    3,
  ],
  ['a server that knows no pages', number, [{ codes: ['a', 'b'] }], 'repeated', 2],
  [
    'pages without an end',
    cursor,
    Array.from({ length: 9 }, (_, page) => ({ next: `x${page}`, codes: [`c${page}`] })),
    'too_large',
    5,
  ],
  ['a cursor that is no text', link, [{ next: {}, codes: ['a'] }], 'shape', 1],
  ['no usable id', number, [{ total: 1, codes: ['a b'] }], 'shape', 1],
])('%s is not read', async (_name, paging, answers, reason, requests) => {
  const { asked, found } = await crawlPages(paging, answers);
  expect([codesOf(found), asked.length]).toEqual([reason, requests]);
});
