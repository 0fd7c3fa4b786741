// Writes release/vigia-<version>-<platform>.tar.gz: the built app, the server, its dependencies and Node itself.
// It runs where there is neither npm nor a compiler, from a folder that nobody can write to.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  copyFileSync,
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { billOfMaterials, isShipped, sign } from './release-parts.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const releases = join(root, 'release');
const description = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const name = `vigia-${description.version}-${process.platform}-${process.arch}`;
const folder = join(releases, name);

/** Server code that only development uses. */
const developmentOnly =
  /\.test\.ts$|\.harness\.ts$|\/server\/(dev|generate-openapi|write-openapi-cli)\.ts$/;

const pinnedNode = readFileSync(join(root, '.node-version'), 'utf8').trim();
if (process.versions.node !== pinnedNode)
  fail(`Hace falta Node ${pinnedNode}, el que instala npm: npm run release`);

rmSync(folder, { recursive: true, force: true });
mkdirSync(join(folder, 'bin'), { recursive: true });
for (const part of ['server', 'domain', 'contract', 'machines']) {
  cpSync(join(root, part), join(folder, part), {
    recursive: true,
    filter: (path) => !developmentOnly.test(path.replaceAll('\\', '/')),
  });
}
cpSync(join(root, 'dist'), join(folder, 'dist'), {
  recursive: true,
  filter: (path) => !path.endsWith('.built'),
});
for (const file of ['package-lock.json', 'CHANGELOG.md'])
  copyFileSync(join(root, file), join(folder, file));
mkdirSync(join(folder, 'docs'));
for (const page of ['operations.md', 'runbook.md', 'adding-a-marketplace.md'])
  copyFileSync(join(root, 'docs', page), join(folder, 'docs', page));
for (const part of ['examples/markets', 'examples/push-prices.sh', 'api/market-file.schema.json'])
  cpSync(join(root, 'docs', part), join(folder, 'docs', part), { recursive: true });
cpSync(join(root, 'deploy'), join(folder, 'deploy'), { recursive: true });

installServerDependencies();
copyFileSync(process.execPath, join(folder, 'bin', 'node'));
writeLauncher();
writeBillOfMaterials();
const archive = pack();
report(archive);

/** The packages that the copied code imports, at the locked versions; the app's own are in dist. */
function installServerDependencies() {
  const sources = filesIn(folder)
    .filter((path) => path.endsWith('.ts'))
    .map((path) => readFileSync(path, 'utf8'));
  const isImported = ([name]) =>
    sources.some((text) => text.includes(`from '${name}`) || text.includes(`import('${name}`));
  const { version, type, imports } = description;
  const dependencies = Object.fromEntries(
    Object.entries(description.dependencies).filter(isImported),
  );
  const manifest = { name: 'vigia', version, private: true, type, imports, dependencies };
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  // Unlike `npm ci`, it takes a lock file with more packages, and removes those from it.
  const args = ['install', '--omit=optional', '--ignore-scripts', '--no-audit', '--no-fund'];
  const { status } = runNpm(args, { cwd: folder, stdio: ['ignore', 2, 2] });
  if (status !== 0) fail('No se han podido instalar las dependencias de producción.');
  assertLockedVersions();
  for (const path of filesIn(join(folder, 'node_modules'))) if (!isShipped(path)) rmSync(path);
}

function runNpm(args, options) {
  const npm = process.env.npm_execpath;
  return npm
    ? spawnSync(process.execPath, [npm, ...args], options)
    : spawnSync('npm', args, { ...options, shell: true });
}

function lockOf(dir) {
  return JSON.parse(readFileSync(join(dir, 'package-lock.json'), 'utf8'));
}

/** CycloneDX, by npm from the lock file. */
function writeBillOfMaterials() {
  const args = ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only'];
  const options = { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 2], maxBuffer: 2 ** 27 };
  const { status, stdout } = runNpm(args, options);
  if (status !== 0) fail('No se ha podido hacer la lista de materiales.');
  const nodeVersion = process.versions.node;
  const bill = billOfMaterials(JSON.parse(stdout), { lock: lockOf(root), nodeVersion });
  writeFileSync(join(folder, 'bom.cdx.json'), `${JSON.stringify(bill, null, 2)}\n`);
}

function assertLockedVersions() {
  const locked = lockOf(root).packages;
  for (const [path, { integrity }] of Object.entries(lockOf(folder).packages)) {
    if (path !== '' && integrity !== locked[path]?.integrity)
      fail(`${path} no es la versión que fija package-lock.json.`);
  }
}

/** The link is followed, so that it may stand in a folder of PATH. */
function writeLauncher() {
  const launcher = join(folder, 'vigia');
  writeFileSync(
    launcher,
    `#!/bin/sh
# Starts Vigía, or runs one of its commands, with the Node of this release: vigia help
folder=$(dirname "$(readlink -f "$0")")
export NODE_ENV=production
exec "$folder/bin/node" "$folder/server/cli.ts" "$@"
`,
  );
  chmodSync(launcher, 0o755);
  chmodSync(join(folder, 'bin', 'node'), 0o755);
}

/** Owned by nobody of this machine, readable by everybody. */
function pack() {
  const file = `${folder}.tar.gz`;
  const { status } = spawnSync(
    'tar',
    ['--create', '--gzip', `--file=${file}`, `--directory=${releases}`, ...tarOptions(), name],
    { stdio: ['ignore', 2, 2] },
  );
  if (status !== 0) fail('No se ha podido escribir el archivo.');
  const hash = createHash('sha256').update(readFileSync(file)).digest('hex');
  writeFileSync(`${file}.sha256`, `${hash}  ${name}.tar.gz\n`);
  return { file, isSigned: signArchive(file) };
}

function signArchive(file) {
  try {
    return sign(file, process.env.RELEASE_SIGNING_KEY);
  } catch (error) {
    return fail(`No se ha podido firmar. ${error.message}`);
  }
}

function tarOptions() {
  if (process.platform !== 'linux') return [];
  return ['--sort=name', '--owner=0', '--group=0', '--numeric-owner', '--mode=go=u,go-w'];
}

function report({ file, isSigned }) {
  const megabytes = (paths) =>
    Math.round(paths.reduce((sum, path) => sum + statSync(path).size, 0) / 1e6);
  const modules = megabytes(filesIn(join(folder, 'node_modules')));
  process.stdout.write(
    `${file}: ${megabytes([file])} MB; desempaquetado ${megabytes(filesIn(folder))} MB, ${modules} de ellos en node_modules; ${isSigned ? 'firmado' : 'SIN FIRMA: falta RELEASE_SIGNING_KEY'}\n`,
  );
}

function filesIn(path) {
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

function fail(sentence) {
  process.stderr.write(`${sentence}\n`);
  process.exit(1);
}
