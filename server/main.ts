/** Entry point of the server: configuration, stand-ins outside production, the backend on one port. */
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { type Backend, startBackend } from './backend.ts';
import { loadConfig } from './config.ts';
import { createLogger } from './logger.ts';
import { renameVariables } from './renamed-variables.ts';

/** The server cannot start. The message is a Spanish sentence for the operator: printed without a stack, exit 1. */
class StartError extends Error {}

const print = (sentence: string) => process.stdout.write(`${sentence}\n`);
const production = process.env.NODE_ENV === 'production';
const sameSignalMs = 1_000;

/** In the order of starting; closed in reverse, so that the database stops last. */
const closers: (() => Promise<void>)[] = [];
const stop = stopSignals();

// A stop requested during the start, which takes a second or two, waits until the start is finished.
const started = start().catch(async (error: unknown) => {
  await closeAll();
  process.stderr.write(`${messageOf(error)}\n`);
  process.exit(1);
});
void stop.requested.then(async () => {
  const { backend, shutdownDelayMs } = await started;
  // A balancer needs a moment to notice that /health answers 503; until then everything is served.
  backend.announceStop();
  await Promise.race([delay(shutdownDelayMs), stop.repeated]);
  await closeAll();
  process.exit(0);
});
await started;

async function start(): Promise<{ backend: Backend; shutdownDelayMs: number }> {
  const { version } = JSON.parse(
    await readFile(new URL('../package.json', import.meta.url), 'utf8'),
  ) as { version: string };
  const local = production ? null : await startStandins();
  if (local !== null) closers.push(() => local.close());
  const set = Object.entries(process.env).filter(([, text]) => text !== '');
  const { env, warnings } = renameVariables(Object.fromEntries(set));
  for (const warning of warnings) process.stderr.write(`${warning}\n`);
  const config = loadConfig({ ...local?.env, ...env, ...local?.overrides }, version);
  const log = createLogger(config.logLevel);
  if (!production) print('Preparando el mercado y su historial…');
  const backend = await startBackend({ config, plugins: local?.plugins ?? [], log });
  // At a second signal what is under way is left as a crash would leave it: nothing committed is lost.
  closers.push(() => Promise.race([backend.close(), stop.repeated]));
  await backend.app.listen({ host: config.host, port: config.port });
  if (production) log.info({ port: config.port }, 'ready');
  else print(`Vigía lista: http://localhost:${config.port}`);
  return { backend, shutdownDelayMs: config.shutdownDelayMs };
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

/**
 * `requested` resolves at the first SIGINT, SIGTERM or SIGHUP, `repeated` at a later one. A terminal or service manager
 * and npm may both pass on the same one: within a second it is not a second one.
 */
function stopSignals(): { readonly requested: Promise<void>; readonly repeated: Promise<void> } {
  const requested = Promise.withResolvers<void>();
  const repeated = Promise.withResolvers<void>();
  let firstAtMs: number | null = null;
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      if (firstAtMs === null) {
        if (!production) print('Cerrando…');
        firstAtMs = performance.now();
        requested.resolve();
      } else if (performance.now() - firstAtMs > sameSignalMs) repeated.resolve();
    });
  }
  return { requested: requested.promise, repeated: repeated.promise };
}

/** Expected errors carry a sentence for the operator; of others the message is more useful than a stack. */
function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : `Vigía no puede arrancar: ${String(error)}`;
}
