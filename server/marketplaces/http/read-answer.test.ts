/** What a mapping makes of an answer, and what it cannot: each fault is a sentence, and costs nobody but its own listing or page. */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { identifierPattern } from '#domain/threshold.ts';
import { mappingFor } from '#tests/boundaries/marketplaces/http.harness.ts';
import { waitFor } from '#tests/support/wait-for.ts';
import { IsolatedReader } from './isolated-reader.ts';
import type { MappedSource } from './mapping.ts';
import { createAnswerReader, type Page } from './read-answer.ts';

const example = mappingFor('https://mercado.example');
const withListing = (part: Partial<MappedSource['listing']>): MappedSource => ({
  ...example,
  listing: { ...example.listing, ...part },
});
const good = { uniqueCode: 'b', title: 'Match 3 · Category 2', subtitle: 'Turin', lowestPrice: 5 };

test('any JSON is a page or a fault, and every row is accounted for', async () => {
  const read = createAnswerReader(example);
  const listing = fc.record(
    {
      uniqueCode: fc.oneof(fc.constantFrom('a', 'b-1'), fc.string(), fc.jsonValue()),
      title: fc.oneof(fc.constant('Match 3 · Category 2'), fc.string(), fc.jsonValue()),
      subtitle: fc.oneof(fc.constant('Turin'), fc.string(), fc.jsonValue()),
      packSlug: fc.jsonValue(),
      lowestPrice: fc.oneof(fc.integer(), fc.jsonValue()),
      rarity: fc.jsonValue(),
    },
    { requiredKeys: [] },
  );
  const body = fc.oneof(
    fc.jsonValue(),
    fc.record({ total: fc.nat(500), listings: fc.array(fc.oneof(listing, fc.jsonValue())) }),
  );
  await fc.assert(
    fc.asyncProperty(body, async (value) => {
      const page = await read(JSON.stringify(value));
      if ('fault' in page) return;
      expect(page.listings.length + page.unreadable.length).toBe(page.rows);
      for (const { code } of page.listings) expect(code).toMatch(identifierPattern);
      // It can leave the process.
      expect(() => structuredClone(page)).not.toThrow();
    }),
  );
});

test.each([
  ['Match 13 · Category 1', 'Guadalajara, 18 June', '', '13', 'Guadalajara', '1'],
  ['Partido 7 – Categoría 2', 'Ciudad de México | Grupo A', '', '7', 'Ciudad de México', '2'],
  ['Match 104', '  Turin · Group B', 'cat3-m104', '104', 'Turin', '3'],
])('the example reads %s, %s, %s', async (title, subtitle, packSlug, match, city, category) => {
  const read = createAnswerReader(example);
  const listings = [{ uniqueCode: 'a', title, subtitle, packSlug }];
  const page = (await read(JSON.stringify({ total: 1, listings }))) as Page;
  expect(page.listings[0]?.described).toMatchObject({ match, city, category });
});

test('an expression that fails on one listing, or answers another type, costs that listing alone', async () => {
  const mapping = withListing({
    id: 'lowestPrice = 9 ? $error("no") : uniqueCode',
    price: '$uppercase(lowestPrice)',
  });
  const listings = [
    { ...good, lowestPrice: 9 },
    good,
    { ...good, uniqueCode: 'c', lowestPrice: 'x' },
  ];
  expect(await createAnswerReader(mapping)(JSON.stringify({ total: 3, listings }))).toMatchObject({
    rows: 3,
    unreadable: ['id: no'],
    listings: [
      { code: 'b', tick: { floorCents: Number.NaN } },
      { code: 'c', tick: { floorCents: 'X' } },
    ],
  });
});

const backtracks = withListing({
  name: '$match($join($map([1..40], function() { "a" })) & "!", /(a+)+$/)',
});
const answer = JSON.stringify({ total: 1, listings: [good] });

test.each([
  ['backtracks', backtracks, /dura más de/],
  [
    'fills the memory',
    withListing({ price: '($f := function($a) { $f($append($a, $a)) }; $f([1..1000]))' }),
    /ocupa más de|dura más de|ha fallado/,
  ],
])(
  'an expression that %s is stopped, and the next answer is read',
  async (_name, mapping, sentence) => {
    const reader = new IsolatedReader(mapping, { timeoutMs: 1_500, maxHeapMb: 64 });
    try {
      const found = await reader.read(answer);
      if ('fault' in found)
        expect(found).toEqual({ fault: 'expression', detail: expect.stringMatching(sentence) });
      // JSONata itself may have ended it: then it is that field’s fault.
      else expect(found.listings[0]?.tick.floorCents).toBeNaN();
      expect(await reader.read('{"total":0,"listings":[]}')).toMatchObject({ total: 0, rows: 0 });
    } finally {
      await reader.close();
    }
  },
);

test('a process that cannot be started is a fault, and nothing waits for its end', async () => {
  const { execPath } = process;
  onTestFinished(() => {
    process.execPath = execPath;
  });
  process.execPath = '/no/such/program';
  const reader = new IsolatedReader(example);
  expect(await reader.read(answer)).toEqual({
    fault: 'expression',
    detail: 'No se ha podido abrir un proceso que lea respuestas.',
  });
  await reader.close();
});

test('a process in the middle of a loop ends with the one that started it', async () => {
  const code = `
    import { IsolatedReader } from './server/marketplaces/http/isolated-reader.ts';
    const reader = new IsolatedReader(${JSON.stringify(backtracks)}, { timeoutMs: 600_000, maxHeapMb: 64 });
    void reader.read(${JSON.stringify(answer)});`;
  const args = ['--input-type=module-typescript', '--eval', code];
  const parent = spawn(process.execPath, args, { stdio: 'ignore' });
  const busyPids = () =>
    execFileSync('ps', ['-eo', 'pid=,ppid=,cputimes=,args='], { encoding: 'utf8' })
      .split('\n')
      .map((line) => line.trim().split(/\s+/))
      .filter(
        ([, , seconds, ...words]) => Number(seconds) > 1 && /answer-process/.test(words.join()),
      );
  let pid = '';
  await waitFor(() => {
    pid = busyPids().find(([, ppid]) => ppid === String(parent.pid))?.[0] ?? '';
    expect(pid).not.toBe('');
  });
  const ended = once(parent, 'exit');
  parent.kill('SIGKILL');
  await ended;
  await waitFor(() => expect(busyPids().map(([first]) => first)).not.toContain(pid));
});
