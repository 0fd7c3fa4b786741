/** `npm run screenshots:workbench`: takes the screenshots of docs/workbench.md, of the workbench beside the real app. */
import { execFileSync } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import { register } from '../support/account.ts';
import { startVigia } from '../support/local-app.ts';
import { openBrowser, setTheme, type themes, toWebp } from './capture.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const folder = `${root}docs/pictures/workbench/`;
await mkdir(folder, { recursive: true });
execFileSync(process.execPath, ['scripts/build.mjs', '--qa'], { cwd: root, stdio: 'inherit' });
const browser = await openBrowser();
const vigia = await startVigia({ env: { DIST_DIR: 'dist-qa' } });
try {
  const context = await browser.newContext({
    locale: 'es-ES',
    timezoneId: 'Europe/Madrid',
    viewport: { width: 1440, height: 900 },
  });
  const [bench, app, encoderPage] = await Promise.all([1, 2, 3].map(() => context.newPage()));
  if (!bench || !app || !encoderPage) throw new Error('three pages');
  await bench.goto(`${vigia.origin}/dev/machines`);

  const takeScreenshot = async (name: string, theme: (typeof themes)[number]) => {
    await setTheme(bench, theme);
    const webp = await toWebp(encoderPage, await bench.screenshot({ animations: 'disabled' }));
    await writeFile(`${folder}${name}.webp`, webp);
    process.stdout.write(`${name}: ${(webp.length / 1_000).toFixed(1)} kB\n`);
  };
  await register(app, vigia.origin, 'qa@example.com');
  const shows = (text: string) =>
    bench.getByTestId('value').filter({ hasText: text }).waitFor({ state: 'attached' });
  await shows('identified.signedIn.fresh');
  await takeScreenshot('watching', 'papel');

  await bench.getByRole('button', { name: 'Grabar' }).click();
  await bench.getByRole('button', { name: '+50 min' }).click();
  await bench.getByTestId('log').getByText('tras refreshDelay').waitFor();
  await shows('identified.signedIn.fresh');
  await bench.getByLabel('Mostrar lo recorrido').check();
  await takeScreenshot('fifty-minutes', 'noche');

  await bench.getByLabel('Evento', { exact: true }).selectOption('TOKEN.REJECTED');
  await bench.getByLabel('Datos (JSON)').fill(JSON.stringify({ token: 'otro', atMs: Date.now() }));
  await bench.getByRole('button', { name: 'Enviar', exact: true }).click();
  await bench.getByTestId('guards').getByText('isCurrentToken').waitFor();
  await takeScreenshot('guards', 'papel');

  await bench.getByRole('button', { name: 'Detener' }).click();
  await bench.getByLabel('Qué ha pasado, en una frase').fill('Renueva y no hace caso a otro');
  await bench.getByTestId('log').getByText('tras refreshDelay').click();
  await takeScreenshot('replaying', 'papel');

  const download = bench.waitForEvent('download');
  await bench.getByRole('button', { name: 'Guardar' }).click();
  await openChanged(bench, await readFile(await (await download).path(), 'utf8'));
  await bench.getByRole('button', { name: /^✗ Se aparta/ }).click();
  await takeScreenshot('diverging', 'noche');

  await bench.getByRole('button', { name: 'Volver a lo que pasa' }).click();
  await bench.getByLabel('Mostrar lo recorrido').uncheck();
  await bench.keyboard.press('5');
  await bench.getByRole('img', { name: /liveFeed/ }).waitFor();
  await takeScreenshot('live-feed', 'papel');
} finally {
  await browser.close();
  await vigia.stop();
}

/** Opens a trace with one changed step, as if the machine had been changed since. */
async function openChanged(bench: Page, text: string): Promise<void> {
  const trace = JSON.parse(text);
  trace.steps[2].value = 'signedOut';
  await bench.getByLabel('Abrir un rastro…').setInputFiles({
    name: 'otro.trace.json',
    mimeType: 'application/json',
    buffer: Buffer.from(JSON.stringify(trace)),
  });
}
