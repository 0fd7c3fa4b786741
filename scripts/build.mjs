// Builds the web client if its sources have changed; with --qa, the variant with machine inspection.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

const root = fileURLToPath(new URL('..', import.meta.url));
const isForQa = process.argv.includes('--qa');
const distDir = isForQa ? 'dist-qa' : 'dist';
const stamp = join(root, distDir, '.built');
const sources = ['domain', 'contract', 'machines', 'store', 'src', 'public'];
const files = [
  'index.html',
  'vite.config.ts',
  'vite.workbench.ts',
  'vite.prerender.ts',
  'vite.service-worker.ts',
  'vite.chunks.ts',
  'vite.first-load.ts',
  'vite.output.ts',
  'package-lock.json',
  'package.json',
];

const sourceHash = hashOf(
  [...sources.flatMap(filesIn), ...files].filter((path) => existsSync(join(root, path))),
);
const isFresh = existsSync(stamp) && readFileSync(stamp, 'utf8') === sourceHash;
if (!isFresh || process.argv.includes('--always')) build();

function build() {
  process.stdout.write('Construyendo la aplicación…\n');
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [
      join(root, 'node_modules', 'vite', 'bin', 'vite.js'),
      'build',
      '--logLevel',
      'warn',
      ...(isForQa ? ['--mode', 'qa', '--outDir', distDir] : []),
    ],
    // Test runners set another, with which React would be its development build.
    { cwd: root, encoding: 'utf8', env: { ...process.env, NODE_ENV: 'production' } },
  );
  if (status !== 0) {
    process.stderr.write(`${stdout}${stderr}\nNo se ha podido construir la aplicación.\n`);
    process.exit(1);
  }
  compressAssets();
  writeFileSync(stamp, sourceHash);
}

/** Precompresses once at the highest level instead of at every request: a seventh smaller than the server's own. */
function compressAssets() {
  for (const path of filesIn(join(distDir, 'assets'))) {
    if (!/\.(js|css|svg)$/.test(path)) continue;
    const content = readFileSync(join(root, path));
    const brotli = { [constants.BROTLI_PARAM_SIZE_HINT]: content.length };
    writeFileSync(join(root, `${path}.br`), brotliCompressSync(content, { params: brotli }));
    writeFileSync(join(root, `${path}.gz`), gzipSync(content, { level: 9 }));
  }
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
