import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { backtest } from './backtest.ts';
import {
  formatAlerts,
  MalformedFileError,
  readCatalogue,
  readPrices,
  readRules,
} from './backtest-files.ts';

const run = promisify(execFile);
const cli = fileURLToPath(new URL('./backtest-cli.ts', import.meta.url));
const market = fileURLToPath(new URL('../../../../shared/market/', import.meta.url));

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vigia-backtest-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const collectibles =
  'collectible,match_number,city,category,rarity\na1,1,Vigo,1,R\na2,1,Vigo,2,R\n';
const prices = 'observed_at,collectible,floor_cents\n2026-01-01T00:00:00Z,a1,1000\n';
const rules =
  'threshold_id,created_at,target_kind,target_id,category,condition,value,band_bp\n' +
  't1,2026-01-01T00:00:00Z,collectible,a1,,below,1000,\n';
const alertsHeader = 'threshold_id,episode,observed_at,value_cents,already\n';

type Files = Record<'prices' | 'collectibles' | 'rules', string>;

/** As the command does, without a process of its own. @throws MalformedFileError */
async function alertsOf({ prices, collectibles, rules }: Files): Promise<string> {
  const catalogue = await readCatalogue(collectibles);
  const readings = await readPrices(prices, catalogue, Date.now());
  const read = await readRules(rules, catalogue);
  const firings = backtest({ catalogue: catalogue.values(), readings, rules: read });
  return formatAlerts(firings, { readings, rules: read });
}
/** The command, which ends with a malformed file. */
async function refusalOf(named: Files, out: string) {
  const args = Object.entries({ ...named, out }).flatMap(([name, path]) => [`--${name}`, path]);
  const { code, stderr } = await run(process.execPath, [cli, ...args]).then(
    () => ({ code: 0, stderr: '' }),
    (error: { code: number; stderr: string }) => error,
  );
  return { code, stderr };
}
const files = () => ({
  prices: join(folder, 'prices.csv'),
  collectibles: join(folder, 'collectibles.csv'),
  rules: join(folder, 'rules.csv'),
});
async function write(texts: Partial<Files>): Promise<Files> {
  for (const [name, text] of Object.entries({ prices, collectibles, rules, ...texts }))
    await writeFile(join(folder, `${name}.csv`), text);
  return files();
}
const alertsOfText = async (texts: Partial<Files>) => alertsOf(await write(texts));

describe('the worked examples are reproduced byte for byte', () => {
  const examples = [
    ['a hand-made market', 'edge-prices.csv', 'edge-collectibles.csv', 'edge'],
    ['four months of real prices', 'floors-2025-12_2026-03.csv', 'collectibles.csv', 'backtest'],
  ] as const;
  it.skipIf(!existsSync(market)).each(examples)(
    '%s (not run where the recorded market is absent)',
    async (_name, pricesFile, collectiblesFile, prefix) => {
      const out = join(folder, 'alerts.csv');
      const named = {
        prices: pricesFile,
        collectibles: collectiblesFile,
        rules: `${prefix}-rules.csv`,
      };
      const args = Object.entries(named).flatMap(([name, file]) => [
        `--${name}`,
        join(market, file),
      ]);
      await run(process.execPath, [cli, ...args, '--out', out]);
      expect(await readFile(out, 'utf8')).toBe(
        await readFile(join(market, `${prefix}-alerts.csv`), 'utf8'),
      );
    },
  );
});

describe('a well-formed backtest', () => {
  it('writes the header alone when nothing fires', async () => {
    const quiet = rules.replace(',1000,', ',999,');
    expect(await alertsOfText({ rules: quiet })).toBe(alertsHeader);
  });

  it('accepts a byte order mark, CRLF and columns in another order', async () => {
    const alerts = await alertsOfText({
      prices: '\uFEFFfloor_cents,collectible,observed_at\r\n1000,a1,2026-01-01T00:00:00Z\r\n',
    });
    expect(alerts).toBe(`${alertsHeader}t1,1,2026-01-01T00:00:00Z,1000,1\n`);
  });

  it('takes the cheapest of a match, or of one category of it', async () => {
    const alerts = await alertsOfText({
      prices: `${prices}2026-01-01T00:00:00Z,a2,700\n`,
      rules: `${rules.split('\n')[0]}
t1,2026-01-01T00:00:00Z,match,1,,below,800,
t2,2026-01-01T00:00:00Z,match,1,1,below,800,
t3,2026-01-01T00:00:00Z,match,1,2,below,800,
`,
    });
    expect(alerts).toBe(
      `${alertsHeader}t1,1,2026-01-01T00:00:00Z,700,1\nt3,1,2026-01-01T00:00:00Z,700,1\n`,
    );
  });

  it('compares instants, and repeats them as the files write them', async () => {
    const alerts = await alertsOfText({
      prices: `${prices}2026-01-01T02:00:00+01:00,a1,500\n`,
      rules: rules
        .replace('2026-01-01T00:00:00Z', '2025-12-31T23:00:00Z')
        .replace(',1000,', ',600,'),
    });
    expect(alerts).toBe(`${alertsHeader}t1,1,2026-01-01T02:00:00+01:00,500,0\n`);
  });
});

describe('a malformed file ends the run with one line and exit 2', () => {
  it.each<[string, RegExp]>([
    ['2026-01-02T00:00:00Z,a1,0', /prices\.csv:3: floor_cents "0"/],
    ['2026-01-02T00:00:00Z,zz,1', /:3: unknown collectible "zz"/],
    ['2999-01-02T00:00:00Z,a1,1', /:3: observed_at is in the future/],
    ['2025-12-31T00:00:00Z,a1,1', /:3: observed_at is earlier/],
    ['2026-01-02T00:00:00Z,"a1,1', /prices\.csv:\d+: /],
    ['t1,2026-01-01T00:00:00Z,match,1,,below,5,', /:3: threshold_id t1 is repeated/],
    ['t2,2026-01-01T00:00:00Z,match,9,,below,5,', /:3: unknown match "9"/],
    ['t2,2026-01-01T00:00:00Z,match,1,,low,366,', /:3: value "366"/],
    ['t2,2026-01-01T00:00:00Z,collectible,a1,1,below,5,', /:3: a collectible target/],
  ])('the row %s', async (row, message) => {
    await expectRefused(
      row.startsWith('t') ? { rules: `${rules}${row}\n` } : { prices: `${prices}${row}\n` },
      message,
    );
  });

  it.each<[Partial<Files>, RegExp]>([
    [{ prices: 'observed_at,collectible,moneda\n' }, /:1: unknown column "moneda"/],
    [{ prices: 'observed_at,collectible\n' }, /:1: column floor_cents is missing/],
    [{ rules: '' }, /rules\.csv:1: column threshold_id is missing/],
  ])('%o', expectRefused);

  async function expectRefused(texts: Partial<Files>, message: RegExp) {
    const reading = alertsOfText(texts);
    await expect(reading).rejects.toThrow(MalformedFileError);
    await expect(reading).rejects.toThrow(message);
  }

  it.each([
    ['a file that is not there', { prices: '/no\nwhere.csv' }, /cannot be read \(ENOENT\)\n$/],
    // A directory that is not empty: renaming a file over it fails.
    ['an output that cannot be replaced', {}, /taken: cannot be written \(\w+\)\n$/],
  ])('%s, and leaves no temporary file', async (_what, other, message) => {
    const out = join(folder, 'taken');
    await mkdir(join(out, 'full'), { recursive: true });
    const { code, stderr } = await refusalOf({ ...(await write({})), ...other }, out);
    expect([code, stderr]).toEqual([2, expect.stringMatching(message)]);
    expect(stderr.trimEnd().split('\n')).toHaveLength(1);
    expect((await readdir(folder)).filter((name) => name.endsWith('.tmp'))).toEqual([]);
  });
});
