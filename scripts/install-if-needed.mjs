// Runs `npm ci` if `node_modules` lacks what the lock file names. `--omit-dev`: without what only tests and checks need;
// `--bench`: bench/peers too; `--browser`: a browser is needed. Runs on Node 20 or later, before anything is installed.
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const progressIntervalMs = 5_000;

await ensureInstalled(root, process.argv.includes('--omit-dev'));
if (process.argv.includes('--bench')) await ensureInstalled(join(root, 'bench', 'peers'), false);
if (process.argv.includes('--browser')) await ensureBrowser();

/** @param {string} folder that contains the lock file */
async function ensureInstalled(folder, omitsDev) {
  const locked = lockedPackages(join(folder, 'package-lock.json'));
  const installed = lockedPackages(join(folder, 'node_modules', '.package-lock.json'));
  const isInstalled = ([path, { version }]) =>
    installed.get(path)?.version === version && existsSync(join(folder, path, 'package.json'));
  const missing = (entries) => entries.some((entry) => !isInstalled(entry));
  const needed = [...locked].filter(([, entry]) => isForThisMachine(entry));
  const neededByApp = needed.filter(([, { dev }]) => !dev);
  // What runs the app is complete: nothing is removed by a start, whoever installed it.
  if (!missing(omitsDev ? neededByApp : needed)) return;
  // What has been installed for tests stays, also when only the app is started after an update.
  const hasDev = [...locked].some(([path, { dev }]) => dev && installed.has(path));
  const kind = omitsDev && !hasDev ? 'omit-dev' : 'all';
  const chosen = kind === 'all' ? needed : neededByApp;
  await install(
    folder,
    kind,
    chosen.map(([path]) => join(folder, path, 'package.json')),
  );
}

/** npm may leave out an optional package of any machine, and always does one for another system or C library. */
function isForThisMachine({ os, cpu, libc, optional }) {
  const isOfSystem = os === undefined ? !optional : os.includes(process.platform);
  return libc === undefined && isOfSystem && (cpu === undefined || cpu.includes(process.arch));
}

/** What a lock file names, or npm's own record of what it has installed; empty where there is none. */
function lockedPackages(file) {
  if (!existsSync(file)) return new Map();
  const { packages } = JSON.parse(readFileSync(file, 'utf8'));
  return new Map(Object.entries(packages).filter(([path]) => path !== ''));
}

/** @param {string[]} paths a file of each package, to count those that are there */
async function install(folder, kind, paths) {
  // stderr: a command such as the backtest prints its result to standard output.
  const say = (line) => process.stderr.write(`${line}\n`);
  say(`Instalando ${paths.length} dependencias (solo la primera vez o cuando cambian)…`);
  const progress = setInterval(() => {
    say(`  ${paths.filter((path) => existsSync(path)).length} de ${paths.length}`);
  }, progressIntervalMs);
  const status = await npmCi(folder, kind === 'all' ? '--include=dev' : '--omit=dev');
  clearInterval(progress);
  if (status === 0) return;
  say(
    'No se han podido instalar las dependencias. Comprueba la conexión y repite el mismo comando.',
  );
  process.exit(1);
}

/** @returns its exit code */
function npmCi(folder, dev) {
  const args = ['ci', dev, '--include=optional', '--no-audit', '--no-fund'];
  const env = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^npm_(lifecycle|package|command)/.test(name)),
  );
  const options = { cwd: folder, env, stdio: ['ignore', 2, 2] };
  // The npm that runs this script, so that versions agree.
  const npm = process.env.npm_execpath;
  const child = npm
    ? spawn(process.execPath, [npm, ...args], options)
    : spawn('npm', args, { ...options, shell: true });
  return new Promise((resolve) => {
    child.once('error', () => resolve(1));
    child.once('close', resolve);
  });
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
