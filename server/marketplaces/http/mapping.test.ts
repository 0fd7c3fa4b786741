/** Faults of a mapping file, each one sentence that names where it is; and its schema as published. */
import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { parse, stringify } from 'yaml';
import { exampleFile } from '#tests/boundaries/marketplaces/http.harness.ts';
import { mappingFileSchema, parseMapping } from './mapping.ts';

const rules = {
  secrets: { MARKET_SECRET_A: 'uno' },
  allowedOrigins: [] as string[],
  allowedRanges: [] as string[],
};
const example = await readFile(exampleFile('csv-feed'), 'utf8');
/** The example with one value changed, by the path to it; undefined removes it. */
function withValue(path: string, value: unknown): string {
  const file = parse(example);
  const keys = path.split('.');
  const last = keys.pop() ?? '';
  const parent = keys.reduce((inner, key) => (inner[key] ??= {}), file);
  if (value === undefined) delete parent[last];
  else parent[last] = value;
  return stringify(file);
}
const s = 'sources.0';
const variable = (name: string) => `$\{${name}}`;

test.each<[string, unknown, string | RegExp]>([
  [`${s}.currency`, undefined, `${s}.currency: falta`],
  [`${s}.listing.price`, undefined, `${s}.listing.price: falta`],
  [`${s}.listing.precio`, 'PRECIO', `${s}.listing: no se conoce «precio»`],
  [`${s}.listing.price`, 'a +', /^sources\.0\.listing\.price: la expresión no se entiende: /],
  [`${s}.request.paging`, { by: 'page' }, /^sources\.0\.request\.paging\.by: /],
  [`${s}.request.everySeconds`, 1, /^sources\.0\.request\.everySeconds: .*10/],
  [`${s}.request.url`, 'mercado', /^sources\.0\.request\.url: /],
  [`${s}.request.url`, 'http://cromos.example/', /debe empezar por https:\/\//],
  [`${s}.request.url`, 'https://127.0.0.1/', /MARKET_ALLOWED_ADDRESSES/],
  [`${s}.request.url`, 'https://a:b@cromos.example/', /usuario ni contraseña/],
  [
    `${s}.request.headers`,
    { a: variable('DATABASE_URL') },
    /«DATABASE_URL» no es una variable MARKET_SECRET_/,
  ],
  [`${s}.request.headers`, { a: variable('MARKET_SECRET_B') }, /falta la variable MARKET_SECRET_B/],
  [
    'sources.1',
    parse(example).sources[0],
    'sources: cada fuente debe tener otro nombre, y solo una puede no tenerlo',
  ],
  ['sources', [], /^sources: /],
])('%s = %o', (path, value, sentence) => {
  expect(parseMapping(withValue(path, value), rules)).toEqual({
    faults: [typeof sentence === 'string' ? sentence : expect.stringMatching(sentence)],
  });
});

test('every fault is named; a text that is no file has one', () => {
  const text = withValue(`${s}.currency`, 'euros').replace('PRECIO', "'('");
  expect(parseMapping(text, rules)).toMatchObject({ faults: { length: 2 } });
  expect(parseMapping('a: b: c', rules)).toEqual({
    faults: [expect.stringMatching(/^no es YAML ni JSON: línea 1, columna \d+$/)],
  });
});

test('secrets stand in headers, and are not needed where nothing is requested', () => {
  const text = withValue(`${s}.request.headers`, {
    authorization: `Bearer ${variable('MARKET_SECRET_A')}`,
  });
  expect(parseMapping(text, rules)).toMatchObject({
    sources: [{ request: { headers: { authorization: 'Bearer uno' } } }],
  });
  expect(parseMapping(text, null)).toMatchObject({ sources: { length: 1 } });
});

test('the schema is equal to the published one (`npm run docs:api` writes it)', async () => {
  const file = new URL('../../../docs/api/market-file.schema.json', import.meta.url);
  expect(JSON.parse(await readFile(file, 'utf8'))).toEqual(
    JSON.parse(JSON.stringify(mappingFileSchema())),
  );
});
