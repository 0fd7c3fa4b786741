/** Backtest CLI: `npm run --silent backtest -- --prices P.csv --collectibles C.csv --rules R.csv --out A.csv [--reach S.csv]`. */
import { rename, rm, writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { backtest } from './backtest.ts';
import {
  formatAlerts,
  formatReach,
  MalformedFileError,
  readCatalogue,
  readPrices,
  readRules,
} from './backtest-files.ts';
import { listReach } from './reach.ts';

const options = ['prices', 'collectibles', 'rules', 'out'] as const;
type Options = Record<(typeof options)[number], string> & { readonly reach: string | undefined };

try {
  await run(optionsOf(process.argv.slice(2)));
} catch (error) {
  if (!(error instanceof MalformedFileError)) throw error;
  // A path may contain a line break; the report must be one line.
  process.stderr.write(`${error.message.replaceAll(/[\r\n]+/g, ' ')}\n`);
  process.exitCode = 2;
}

async function run({ prices, collectibles, rules: rulesPath, out, reach }: Options): Promise<void> {
  const catalogue = await readCatalogue(collectibles);
  const readings = await readPrices(prices, catalogue, Date.now());
  const rules = await readRules(rulesPath, catalogue);
  const firings = backtest({ catalogue: catalogue.values(), readings, rules });
  await writeAtomically(out, formatAlerts(firings, { readings, rules }));
  if (reach !== undefined) await writeAtomically(reach, formatReach(listReach(readings, rules)));
}

/** Writes a temporary file and renames it, so that the output is never partial. */
async function writeAtomically(path: string, text: string): Promise<void> {
  const temporary = `${path}.${process.pid}.tmp`;
  try {
    await writeFile(temporary, text);
    await rename(temporary, path);
  } catch (cause) {
    await rm(temporary, { force: true });
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : String(cause);
    throw new MalformedFileError(`${path}: cannot be written (${code})`, { cause });
  }
}

function optionsOf(args: string[]): Options {
  const text = { type: 'string' } as const;
  try {
    const { values } = parseArgs({
      args,
      options: { prices: text, collectibles: text, rules: text, out: text, reach: text },
    });
    const { prices, collectibles, rules, out, reach } = values;
    if (prices && collectibles && rules && out) return { prices, collectibles, rules, out, reach };
    const missing = options.filter((name) => !values[name]);
    throw new MalformedFileError(`missing: ${missing.map((name) => `--${name}`).join(' ')}`);
  } catch (error) {
    if (error instanceof MalformedFileError) throw error;
    throw new MalformedFileError(error instanceof Error ? error.message : String(error));
  }
}
