/** Starts Vigía: configuration, outside production its stand-ins, the backend, and the door on one port. */
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { pino } from 'pino';
import { startBackend } from './backend.ts';
import { loadConfig } from './config.ts';

/** Why we cannot start, as sentences for a person: no stack, exit 1. */
class CannotStart extends Error {}

const say = (sentence: string) => process.stdout.write(`${sentence}\n`);
const production = process.env.NODE_ENV === 'production';

try {
  await start();
} catch (error) {
  process.stderr.write(`${sentenceOf(error)}\n`);
  process.exit(1);
}

async function start(): Promise<void> {
  const { version } = JSON.parse(
    await readFile(new URL('../package.json', import.meta.url), 'utf8'),
  ) as { version: string };
  const stopping = stopSignal();
  const local = production ? null : await startStandins();
  const closers: (() => Promise<void>)[] = local === null ? [] : [() => local.close()];
  try {
    const config = loadConfig({ ...local?.env, ...process.env, ...local?.fixed }, version);
    const log = pino({
      level: process.env.LOG_LEVEL ? config.logLevel : production ? 'info' : 'warn',
      redact: ['req.headers.authorization', '*.token', '*.password'],
    });
    if (!production) say('Preparando el mercado y su historial…');
    const backend = await startBackend({ config, plugins: local?.plugins ?? [], log });
    closers.push(() => backend.close());
    await backend.app.listen({ host: config.host, port: config.port });
    if (production) log.info({ port: config.port }, 'ready');
    else say(`Vigía lista: http://localhost:${config.port}`);
    await stopping;
  } finally {
    for (const close of closers.reverse()) await close();
  }
  process.exit(0);
}

async function startStandins() {
  const port = portOf(process.env.PORT);
  await refuseBusy(port);
  const { startLocal } = await import('#standins/local.ts');
  const local = await startLocal({
    dataDir: process.env.DATA_DIR || '.data',
    port,
    databaseUrl: process.env.DATABASE_URL,
    progress: say,
  });
  // The stand-ins answer on loopback only, whatever the environment says.
  return { ...local, fixed: { HOST: 'localhost', PORT: String(port) } };
}

function portOf(text: string | undefined): number {
  if (text === undefined || text === '') return 5173;
  const port = Number(text);
  if (/^\d{1,5}$/.test(text) && port >= 1 && port <= 65_535) return port;
  throw new CannotStart(`PORT debe ser un puerto entre 1 y 65535, no «${text}».`);
}

/** Asked before anything else starts, so that a busy port costs nothing. */
async function refuseBusy(port: number): Promise<void> {
  const probe: Server = createServer();
  probe.listen(port, '127.0.0.1');
  try {
    await once(probe, 'listening');
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? cause.code : null;
    throw new CannotStart(
      code === 'EACCES'
        ? `No hay permiso para abrir el puerto ${port}: elige otro con PORT.`
        : `El puerto ${port} está ocupado: libéralo o elige otro con PORT.`,
      { cause },
    );
  }
  await new Promise((done) => probe.close(done));
}

/** Resolves at the first SIGINT or SIGTERM; a second one does not wait for what is in hand. */
function stopSignal(): Promise<void> {
  return new Promise((resolve) => {
    let asked = false;
    const stop = () => {
      if (asked) process.exit(1);
      asked = true;
      if (!production) say('Cerrando…');
      resolve();
    };
    // npm forwards the terminal's signal besides the terminal itself: the same Ctrl-C may arrive twice at once.
    let last = 0;
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
      process.on(signal, () => {
        const now = performance.now();
        if (now - last > 500) stop();
        last = now;
      });
    }
  });
}

/** Expected faults carry a sentence for people; of the others the message says more to them than a stack. */
function sentenceOf(error: unknown): string {
  return error instanceof Error ? error.message : `Vigía no puede arrancar: ${String(error)}`;
}
