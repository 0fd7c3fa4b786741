// `npm run workbench`: starts the app with machine inspection and opens the workbench in a window of its own.
import { spawn, spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const cwd = fileURLToPath(new URL('..', import.meta.url));
const distDir = 'dist-qa';
const ready = /Vigía lista: (http:\/\/localhost:\d+)/;

const built = spawnSync(process.execPath, ['scripts/build.mjs', '--qa'], { cwd, stdio: 'inherit' });
if (built.status !== 0) process.exit(built.status ?? 1);

const vigia = spawn(process.execPath, ['server/main.ts'], {
  cwd,
  env: { ...process.env, DIST_DIR: distDir },
  stdio: ['ignore', 'pipe', 'inherit'],
});
let output = '';
vigia.stdout.setEncoding('utf8').on('data', (text) => {
  process.stdout.write(text);
  if (ready.test(output)) return;
  output += text;
  const origin = ready.exec(output)?.[1];
  if (origin !== undefined) openWorkbench(`${origin}/dev/machines`);
});
vigia.on('exit', (code) => {
  process.exitCode = code ?? 1;
});
// The server stops its database first; this process exits when the server has.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => vigia.kill(signal));

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
