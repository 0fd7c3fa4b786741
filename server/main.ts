/** Entry point of the server: configuration, stand-ins outside production, the backend on one port. */
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { startBackend } from './backend.ts';
import { loadConfig } from './config.ts';
import { createLogger } from './logger.ts';
import { renameVariables } from './renamed-variables.ts';

/** The server cannot start. The message is a Spanish sentence for the operator: printed without a stack, exit 1. */
class StartError extends Error {}

const print = (sentence: string) => process.stdout.write(`${sentence}\n`);
const production = process.env.NODE_ENV === 'production';

/** In the order of starting; closed in reverse, so that the database stops last. */
const closers: (() => Promise<void>)[] = [];
const stopping = stopRequested();

// A stop requested during the start, which takes a second or two, waits until the start is finished.
const started = start().catch(async (error: unknown) => {
  await closeAll();
  process.stderr.write(`${messageOf(error)}\n`);
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
  const set = Object.entries(process.env).filter(([, text]) => text !== '');
  const { env, warnings } = renameVariables(Object.fromEntries(set));
  for (const warning of warnings) process.stderr.write(`${warning}\n`);
  const config = loadConfig({ ...local?.env, ...env, ...local?.overrides }, version);
  const log = createLogger(process.env.LOG_LEVEL ? config.logLevel : production ? 'info' : 'warn');
  if (!production) print('Preparando el mercado y su historial…');
  const backend = await startBackend({ config, plugins: local?.plugins ?? [], log });
  closers.push(() => backend.close());
  await backend.app.listen({ host: config.host, port: config.port });
  if (production) log.info({ port: config.port }, 'ready');
  else print(`Vigía lista: http://localhost:${config.port}`);
}

async function startStandins() {
  const port = parsePort(process.env.PORT);
  await assertPortFree(port);
  const { startLocalEnvironment } = await import('#standins/start-local.ts');
  const local = await startLocalEnvironment({
    dataDir: process.env.DATA_DIR || '.data',
    port,
    databaseUrl: process.env.DATABASE_URL,
    progress: print,
  });
  // The stand-ins answer on loopback only, whatever the environment says.
  return { ...local, overrides: { HOST: 'localhost', PORT: String(port) } };
}

async function closeAll(): Promise<void> {
  for (const close of closers.splice(0).reverse()) await close();
}

function parsePort(text: string | undefined): number {
  if (text === undefined || text === '') return 5173;
  const port = Number(text);
  if (/^\d{1,5}$/.test(text) && port >= 1 && port <= 65_535) return port;
  throw new StartError(`PORT debe ser un puerto entre 1 y 65535, no «${text}».`);
}

/** Checked before anything else starts. @throws StartError when the port is in use or not permitted */
async function assertPortFree(port: number): Promise<void> {
  for (const host of ['127.0.0.1', '::1']) {
    const probe = createServer();
    probe.listen(port, host);
    try {
      await once(probe, 'listening');
    } catch (cause) {
      const code = cause instanceof Error && 'code' in cause ? cause.code : null;
      // A machine without IPv6 has no ::1.
      if (code === 'EADDRNOTAVAIL' || code === 'EAFNOSUPPORT') continue;
      throw new StartError(
        code === 'EACCES'
          ? `No hay permiso para abrir el puerto ${port}: elige otro con PORT.`
          : `El puerto ${port} está ocupado: libéralo o elige otro con PORT.`,
        { cause },
      );
    }
    await new Promise((done) => probe.close(done));
  }
}

/** Resolves at the first SIGINT, SIGTERM or SIGHUP; later ones are ignored. */
function stopRequested(): Promise<void> {
  let requested = false;
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
      process.on(signal, () => {
        if (!production && !requested) print('Cerrando…');
        requested = true;
        resolve();
      });
    }
  });
}

/** Expected errors carry a sentence for the operator; of others the message is more useful than a stack. */
function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : `Vigía no puede arrancar: ${String(error)}`;
}
