/** Starts Vigía: configuration, outside production its stand-ins, the backend, and the door on one port. */
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { startBackend } from './backend.ts';
import { loadConfig } from './config.ts';
import { createLogger } from './logger.ts';

/** Why we cannot start, as a sentence for a person: no stack, exit 1. */
class CannotStart extends Error {}

const say = (sentence: string) => process.stdout.write(`${sentence}\n`);
const production = process.env.NODE_ENV === 'production';

/** In the order of starting; closed in reverse, so that the database leaves last. */
const closers: (() => Promise<void>)[] = [];
const stopping = stopAsked();

// A start takes a second or two: asked to stop meanwhile, it is finished first and then closed in order.
const started = start().catch(async (error: unknown) => {
  await closeAll();
  process.stderr.write(`${sentenceOf(error)}\n`);
  process.exit(1);
});
void stopping.then(async () => {
  await started;
  await closeAll();
  process.exit(0);
});
await started;

async function start(): Promise<void> {
  const { version } = JSON.parse(
    await readFile(new URL('../package.json', import.meta.url), 'utf8'),
  ) as { version: string };
  const local = production ? null : await startStandins();
  if (local !== null) closers.push(() => local.close());
  const given = Object.entries(process.env).filter(([, text]) => text !== '');
  const config = loadConfig(
    { ...local?.env, ...Object.fromEntries(given), ...local?.fixed },
    version,
  );
  const log = createLogger(process.env.LOG_LEVEL ? config.logLevel : production ? 'info' : 'warn');
  if (!production) say('Preparando el mercado y su historial…');
  const backend = await startBackend({ config, plugins: local?.plugins ?? [], log });
  closers.push(() => backend.close());
  await backend.app.listen({ host: config.host, port: config.port });
  if (production) log.info({ port: config.port }, 'ready');
  else say(`Vigía lista: http://localhost:${config.port}`);
}

async function startStandins() {
  const port = portOf(process.env.PORT);
  await refuseBusy(port);
  const { startLocal } = await import('#standins/start-local.ts');
  const local = await startLocal({
    dataDir: process.env.DATA_DIR || '.data',
    port,
    databaseUrl: process.env.DATABASE_URL,
    progress: say,
  });
  // The stand-ins answer on loopback only, whatever the environment says.
  return { ...local, fixed: { HOST: 'localhost', PORT: String(port) } };
}

async function closeAll(): Promise<void> {
  for (const close of closers.splice(0).reverse()) await close();
}

function portOf(text: string | undefined): number {
  if (text === undefined || text === '') return 5173;
  const port = Number(text);
  if (/^\d{1,5}$/.test(text) && port >= 1 && port <= 65_535) return port;
  throw new CannotStart(`PORT debe ser un puerto entre 1 y 65535, no «${text}».`);
}

/** Asked before anything else starts, so that a busy port costs nothing. */
async function refuseBusy(port: number): Promise<void> {
  for (const host of ['127.0.0.1', '::1']) {
    const probe = createServer();
    probe.listen(port, host);
    try {
      await once(probe, 'listening');
    } catch (cause) {
      const code = cause instanceof Error && 'code' in cause ? cause.code : null;
      // A machine without IPv6 has no ::1 to be busy.
      if (code === 'EADDRNOTAVAIL' || code === 'EAFNOSUPPORT') continue;
      throw new CannotStart(
        code === 'EACCES'
          ? `No hay permiso para abrir el puerto ${port}: elige otro con PORT.`
          : `El puerto ${port} está ocupado: libéralo o elige otro con PORT.`,
        { cause },
      );
    }
    await new Promise((done) => probe.close(done));
  }
}

/** Resolves at the first SIGINT, SIGTERM or SIGHUP. Stopping is quick; asking twice changes nothing. */
function stopAsked(): Promise<void> {
  let asked = false;
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
      process.on(signal, () => {
        if (!production && !asked) say('Cerrando…');
        asked = true;
        resolve();
      });
    }
  });
}

/** Expected faults carry a sentence for people; of the others the message says more to them than a stack. */
function sentenceOf(error: unknown): string {
  return error instanceof Error ? error.message : `Vigía no puede arrancar: ${String(error)}`;
}
