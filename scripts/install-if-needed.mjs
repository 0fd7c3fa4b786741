// Runs `npm ci` if the lock file changed since the last install; `--bench`: bench/peers too; `--browser`: needs one.
// Runs on Node 20 or later, before anything is installed.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

ensureInstalled(root);
if (process.argv.includes('--bench')) ensureInstalled(`${root}bench/peers/`);
if (process.argv.includes('--browser')) await ensureBrowser();

/** @param {string} folder that contains the lock file */
function ensureInstalled(folder) {
  const stamp = `${folder}node_modules/.installed`;
  const lockHash = createHash('sha256')
    .update(readFileSync(`${folder}package-lock.json`))
    .update(`${process.platform}-${process.arch}`)
    .digest('hex');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === lockHash) return;
  install(folder);
  writeFileSync(stamp, lockHash);
}

/** @param {string} folder that contains the lock file */
function install(folder) {
  // stderr: a command such as the backtest prints its result to standard output.
  process.stderr.write('Instalando dependencias (solo la primera vez o cuando cambian)…\n');
  const args = ['ci', '--include=dev', '--include=optional', '--no-audit', '--no-fund'];
  const env = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^npm_(lifecycle|package|command)/.test(name)),
  );
  const options = { cwd: folder, env, stdio: ['ignore', 2, 2] };
  // The npm that runs this script, so that versions agree.
  const npm = process.env.npm_execpath;
  const { status } = npm
    ? spawnSync(process.execPath, [npm, ...args], options)
    : spawnSync('npm', args, { ...options, shell: true });
  if (status !== 0) {
    process.stderr.write(
      'No se han podido instalar las dependencias. Comprueba la conexión y repite el mismo comando.\n',
    );
    process.exit(1);
  }
}

async function ensureBrowser() {
  const { findBrowser } = await import('./find-browser.mjs');
  const browser = await findBrowser();
  if (browser === null) {
    process.stderr.write(
      'No hay ningún Chrome o Chromium: instala el paquete «chromium» de tu sistema o indica su ruta en CHROME_PATH.\n',
    );
    process.exit(1);
  }
  process.stderr.write(`Navegador para las pruebas: ${browser}\n`);
}
