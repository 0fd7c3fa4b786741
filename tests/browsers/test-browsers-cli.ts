/**
 * `npm run test:browsers`: the main journeys in Firefox and WebKit, where they are installed. Fails on an error of the
 * page's console and on a violation of its security policy.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { type RunningVigia, startVigia } from '#tests/support/local-app.ts';
import { BrowserMissing, type Driver } from './driver.ts';
import { openFirefox } from './firefox.ts';
import { journeyOf } from './journey.ts';
import { Page } from './page.ts';
import { openWebKit } from './webkit.ts';

const browsers = { firefox: openFirefox, webkit: openWebKit };
const pictures = fileURLToPath(new URL('../../test-results/', import.meta.url));
/** The document database's SDK reports the requests that leaving a page cuts off. */
const cutOff = /@firebase\/firestore.*RPC_ERROR HTTP error has no status/;
const total = { passed: 0, failed: 0, skipped: 0 };
const say = (line: string) => process.stdout.write(`${line}\n`);

const selected = process.argv.slice(2);
const vigia = await startVigia();
for (const [name, open] of Object.entries(browsers)) {
  if (selected.length > 0 && !selected.includes(name)) continue;
  try {
    const driver = await open();
    await runJourney(driver, vigia, name).finally(() => driver.close());
  } catch (error) {
    const isMissing = error instanceof BrowserMissing;
    total[isMissing ? 'skipped' : 'failed'] += 1;
    say(isMissing ? `${name}: not run: ${error.message}` : `✘ ${name}: ${error}`);
  }
}
await vigia.stop();
const skipped = total.skipped > 0 ? `, ${total.skipped} skipped` : '';
say(`${total.passed} passed, ${total.failed} failed${skipped}`);
process.exitCode = total.failed > 0 ? 1 : 0;

/** Stops at the first step that fails: the others need what it left. */
async function runJourney(driver: Driver, { origin }: RunningVigia, name: string): Promise<void> {
  say(driver.name);
  const page = new Page(driver, origin);
  for (const { title, run } of journeyOf(origin, `${name}@correo.example`)) {
    const startedAtMs = Date.now();
    try {
      await run(page);
      const errors = driver.errors().filter((text) => !cutOff.test(text));
      if (errors.length > 0) throw new Error(`errors in the page:\n${errors.join('\n')}`);
    } catch (error) {
      await mkdir(pictures, { recursive: true });
      await writeFile(`${pictures}${name}.png`, await driver.screenshot());
      throw new Error(`${title}: ${(error as Error).message} (test-results/${name}.png)`);
    }
    total.passed += 1;
    say(`  ✔ ${title} (${((Date.now() - startedAtMs) / 1_000).toFixed(1)} s)`);
  }
}
