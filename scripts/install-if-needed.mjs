// Runs `npm ci` if the lock file changed since the last install. `--omit-dev`: without what only tests and checks need;
// `--bench`: bench/peers too; `--browser`: a browser is needed. Runs on Node 20 or later, before anything is installed.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const progressIntervalMs = 5_000;

await ensureInstalled(root, process.argv.includes('--omit-dev'));
if (process.argv.includes('--bench')) await ensureInstalled(join(root, 'bench', 'peers'), false);
if (process.argv.includes('--browser')) await ensureBrowser();

/** @param {string} folder that contains the lock file */
async function ensureInstalled(folder, omitsDev) {
  const stamp = join(folder, 'node_modules', '.installed');
  const lock = readFileSync(join(folder, 'package-lock.json'), 'utf8');
  const lockHash = createHash('sha256')
    .update(lock)
    .update(`${process.platform}-${process.arch}`)
    .digest('hex');
  const [installedHash, installedKind = 'all'] = existsSync(stamp)
    ? readFileSync(stamp, 'utf8').split(' ')
    : [null, 'omit-dev'];
  // What has been installed for tests stays, also when only the app is started after an update.
  const kind = omitsDev ? installedKind : 'all';
  if (installedHash === lockHash && installedKind === kind) return;
  const paths = Object.entries(JSON.parse(lock).packages)
    .filter(([path, { dev, os }]) => path !== '' && !os && (kind === 'all' || !dev))
    .map(([path]) => join(folder, path, 'package.json'));
  await install(folder, kind, paths);
  writeFileSync(stamp, `${lockHash} ${kind}`);
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
