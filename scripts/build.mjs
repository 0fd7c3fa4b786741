// Builds the browser's half when its sources changed since the last build.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const stamp = join(root, 'dist', '.built');
const sources = ['domain', 'contract', 'machines', 'store', 'src', 'public'];
const files = ['index.html', 'vite.config.ts', 'package-lock.json', 'package.json'];

const wanted = hashOf(
  [...sources.flatMap(filesIn), ...files].filter((path) => existsSync(join(root, path))),
);
const isFresh = existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted;
if (!isFresh || process.argv.includes('--always')) build();

function build() {
  process.stdout.write('Construyendo la aplicación…\n');
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [join(root, 'node_modules', 'vite', 'bin', 'vite.js'), 'build', '--logLevel', 'warn'],
    { cwd: root, encoding: 'utf8' },
  );
  if (status !== 0) {
    process.stderr.write(`${stdout}${stderr}\nNo se ha podido construir la aplicación.\n`);
    process.exit(1);
  }
  writeFileSync(stamp, wanted);
}

function filesIn(folder) {
  if (!existsSync(join(root, folder))) return [];
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath.slice(root.length), entry.name))
    .sort();
}

function hashOf(paths) {
  const hash = createHash('sha256');
  for (const path of paths)
    hash
      .update(path)
      .update('\0')
      .update(readFileSync(join(root, path)));
  return hash.digest('hex');
}
