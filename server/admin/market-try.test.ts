/** `vigia market try`: the examples of the documentation over their recorded answers, and a source over the network. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { exampleFile } from '#tests/boundaries/marketplaces/http.harness.ts';
import { answerJson, ListingServer } from '#tests/boundaries/marketplaces/listing-server.ts';
import { runMarketTry } from './market-try.ts';

it.each([
  [
    'listings-search',
    [
      'cat1-m13  13       1          Match 13 · Category 1  450.00 USD  se toma',
      'cat3-m13  13       3          Match 13 · Category 3  "19000"     se rechaza: price',
      'scarf-1   —        —          —                      25.00 USD   se rechaza: match',
      'se rechaza: cat3-m14: dos precios',
      'Se toman 3 de 6 anuncios; de lo que falta no se sabe nada.',
    ],
    { match: '13', rejected: null },
  ],
  [
    'graphql',
    [
      'grada-1  sev-bet  Grada      Entrada Grada  90.00 EUR   se toma',
      'palco-1  sev-bet  Palco      Entrada Palco  —           se toma',
      'palco-2  sev-bet  Palco      Entrada Palco  199.00 USD  se rechaza: currency',
      'Se toman 3 de 4 anuncios; la lectura es completa.',
    ],
    {
      kickoffAt: '2027-03-14T20:00:00.000Z',
      asks: [7_990, 9_550],
      sales: [{ id: 'fondo-1-v1', soldAt: '2026-11-01T10:00:00Z', priceCents: 8_225 }],
    },
  ],
  [
    'csv-feed',
    [
      'C-1  7        Dorado     Cromo dorado  1234.50 EUR  se toma',
      'C-3  8        Base       Cromo base    —            se toma',
      'C-4  8        Rojo       Cromo rojo    —            se rechaza: price',
      'Se toman 3 de 4 anuncios; la lectura es completa.',
    ],
    { priceCents: 123_450 },
  ],
])('the example %s, over its recorded answers', async (name, lines, first) => {
  const table = await runMarketTry(['try', exampleFile(name), '--recorded'], {});
  expect(table.exitCode).toBe(0);
  expect(table.message.split('\n')).toEqual(expect.arrayContaining(lines));
  const { message } = await runMarketTry(['try', exampleFile(name), '--recorded', '--json'], {});
  expect(JSON.parse(message)[0].listings[0]).toMatchObject(first);
});

it('asks a server once, and its answers, saved, are read without it', async () => {
  const server = await ListingServer.start();
  const folder = await mkdtemp(join(tmpdir(), 'vigia-try-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const file = join(folder, 'market.yaml');
  const origin = `http://127.0.0.1:${server.port}`;
  const text = await readFile(exampleFile('listings-search'), 'utf8');
  await writeFile(
    file,
    text
      .replace('https://mercado.example', origin)
      .replace('name: title', 'name: title\n      event: $uppercase(lowestPrice)'),
  );
  const run = (...words: string[]) =>
    runMarketTry(['try', file, ...words], {
      MARKET_ALLOWED_HOSTS: origin,
      MARKET_ALLOWED_ADDRESSES: '127.0.0.1',
    });
  const first = await run('--save');
  expect(first).toMatchObject({
    exitCode: 0,
    message: expect.stringContaining('se rechaza: event · event: '),
  });
  expect(server.requests).toHaveLength(1);
  server.answers.push(answerJson({ items: [] }));
  expect(await run()).toMatchObject({
    exitCode: 1,
    message: expect.stringContaining(
      '(shape): responde otra cosa que una página de anuncios. La expresión listings no encuentra nada',
    ),
  });
  await server.close();
  expect(await run()).toMatchObject({ exitCode: 1, message: expect.stringContaining('(network)') });
  expect(await run('--recorded')).toEqual(first);
  // Without permission nothing is asked.
  expect(await runMarketTry(['try', file], {})).toMatchObject({
    exitCode: 1,
    message: expect.stringContaining('sources.0.request.url: debe empezar por https://'),
  });
});

it.each([[[]], [['try']], [['try', 'a', 'b']], [['read', 'a']], [['try', 'a', '--all']]])(
  '%j is wrong usage',
  async (words) => {
    expect(await runMarketTry(words, {})).toMatchObject({
      exitCode: 2,
      message: expect.stringMatching(/^Uso: vigia market try/),
    });
  },
);
