/** Entry point of the server: configuration, stand-ins outside production, the database, the backend on one port. */
import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import type { Backend } from './backend.ts';
import { createLogger } from './base/logger.ts';
import { type Config, checkSetVariables, loadConfig } from './config/config.ts';
import { type Environment, readEnvironment } from './config/read-environment.ts';
import { variables } from './config/variables.ts';
import { assertPortFree } from './startup/listen-fault.ts';
import { prepareDatabase } from './startup/prepare-database.ts';
import { logProcessEvents } from './startup/process-events.ts';
import { readVersion } from './startup/read-version.ts';
import { reportStartFault } from './startup/start-fault.ts';
import { openStartupServer, type StartupServer } from './startup/startup-server.ts';
import { listenForStopSignals } from './startup/stop-signals.ts';

const print = (sentence: string) => process.stdout.write(`${sentence}\n`);
const production = process.env.NODE_ENV === 'production';

/** In the order of starting; closed in reverse, so that the database stops last. */
const closers: (() => Promise<void>)[] = [];
const stop = listenForStopSignals(() => {
  if (!production) print('Cerrando…');
});

// A stop requested during the start ends a wait for the database at once; the rest, a second or two, is finished first.
const started = start().catch(async (error: unknown) => {
  await closeAll();
  if (stop.signal.aborted) process.exit(0);
  reportStartFault(error, { production });
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
  if (production) logProcessEvents(createLogger('info'));
  const version = await readVersion();
  const env = readEnvironment(process.env);
  if (!production) checkSetVariables(env);
  const local = production ? null : await startStandins(env);
  if (local !== null) closers.push(() => local.close());
  const config = loadConfig({ ...local?.env, ...env, ...local?.overrides }, version);
  if (local !== null) config.clientConfig.localMailbox = local.pages.mailbox;
  const log = createLogger(config.logLevel);
  // The backend's modules are loaded after this: a wrong configuration, /health and SIGTERM need not wait for them.
  const startup = await openStartupServer({ host: config.host, port: config.port, version });
  closers.push(() => startup.close());
  await waitForDatabase(config, startup, log);
  if (!production) print('Preparando el mercado y su historial…');
  const { startBackend } = await import('./backend.ts');
  const backend = await startBackend({ config, plugins: local?.plugins ?? (() => []), log });
  // At a second signal what is under way is left as a crash would leave it: nothing committed is lost.
  closers.push(() => Promise.race([backend.close(), stop.repeated]));
  await startup.close();
  await backend.app.listen({ host: config.host, port: config.port });
  if (production) log.info({ port: config.port }, 'ready');
  else printAddresses(`http://localhost:${config.port}`, local?.pages);
  return { backend, shutdownDelayMs: config.shutdownDelayMs };
}

function printAddresses(
  origin: string,
  pages:
    | { readonly mailbox: string; readonly payments: string; readonly channels: string }
    | undefined,
): void {
  print(`Vigía lista: ${origin}`);
  if (pages === undefined) return;
  print(`  Correos, todos: ${origin}${pages.mailbox}`);
  print(`  Pagos de prueba: ${origin}${pages.payments}`);
  print(`  Canales de prueba: ${origin}${pages.channels}`);
}

async function waitForDatabase(
  config: Config,
  startup: StartupServer,
  log: FastifyBaseLogger,
): Promise<void> {
  await prepareDatabase(config, {
    signal: stop.signal,
    onAway: (error) => {
      startup.setDatabaseDetail('La base de datos no responde.');
      log.warn({ err: error }, 'the database of DATABASE_URL is away: the start waits for it');
    },
    onWaiting: ({ waitedMs, holderPid }) => {
      startup.setDatabaseDetail('Otro proceso está migrando la base de datos.');
      const waitedSeconds = Math.round(waitedMs / 1_000);
      log.warn(
        { waitedSeconds, holderPid },
        'another process migrates the database: the start waits for it',
      );
    },
    onMigrating: ({ runningMs, waitEventType, silentMs }) => {
      startup.setDatabaseDetail('Este proceso está migrando la base de datos.');
      const seconds = (ms: number) => Math.round(ms / 1_000);
      log.warn(
        { runningSeconds: seconds(runningMs), waitEventType, silentSeconds: seconds(silentMs) },
        'this process migrates the database: the start waits until it is done',
      );
    },
  });
  startup.setDatabaseDetail(null);
}

async function startStandins(env: Environment) {
  const port = variables.PORT.parse(env.PORT);
  await assertPortFree(port);
  const { startLocalEnvironment } = await import('#standins/start-local.ts');
  const local = await startLocalEnvironment({
    dataDir: env.DATA_DIR ?? '.data',
    port,
    databaseUrl: env.DATABASE_URL,
    progress: print,
  });
  // The stand-ins answer on loopback only, whatever the environment says.
  return { ...local, overrides: { HOST: 'localhost', PORT: String(port) } };
}

async function closeAll(): Promise<void> {
  for (const close of closers.splice(0).reverse()) await close();
}
