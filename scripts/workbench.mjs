// `npm run workbench`: starts the app with machine inspection and opens the workbench in a window of its own.
import { spawn, spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const cwd = fileURLToPath(new URL('..', import.meta.url));
const distDir = 'dist-qa';
const readyLine = /Vigía lista: (http:\/\/localhost:\d+)/;

const build = spawnSync(process.execPath, ['scripts/build.mjs', '--qa'], { cwd, stdio: 'inherit' });
if (build.status !== 0) process.exit(build.status ?? 1);

const server = spawn(process.execPath, ['server/main.ts'], {
  cwd,
  env: { ...process.env, DIST_DIR: distDir },
  stdio: ['ignore', 'pipe', 'inherit'],
});
let output = '';
server.stdout.setEncoding('utf8').on('data', (text) => {
  process.stdout.write(text);
  if (readyLine.test(output)) return;
  output += text;
  const origin = readyLine.exec(output)?.[1];
  if (origin !== undefined) openWorkbench(`${origin}/dev/machines`);
});
server.on('exit', (code) => {
  process.exitCode = code ?? 1;
});
// The server stops its database first; this process exits when the server has.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => server.kill(signal));

function openWorkbench(address) {
  process.stdout.write(`Banco de máquinas: ${address}\n`);
  if (process.env.CI || process.env.WORKBENCH_OPEN_WINDOW === 'no') return;
  const [command, ...args] =
    process.platform === 'darwin'
      ? ['open', address]
      : process.platform === 'win32'
        ? ['cmd', '/c', 'start', '', address]
        : ['xdg-open', address];
  // Without a desktop there is no window to open, and the address above is enough.
  spawn(command, args, { stdio: 'ignore', detached: true })
    .on('error', () => {})
    .unref();
}
