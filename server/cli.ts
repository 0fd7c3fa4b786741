/**
 * Command line of the release (`./vigia`): starts the server, checks the configuration, migrates, asks for the health,
 * changes accounts. Exit codes: 0 done, 1 wrong configuration or a service that does not answer, 2 wrong usage; `admin`
 * has its own. Each command loads only what it needs: a health check runs every few seconds.
 */
import { isIPv6 } from 'node:net';
import { readEnvironment } from './config/read-environment.ts';
import { readVersion } from './startup/read-version.ts';

const usage = `Uso: vigia                  arranca el servidor
     vigia check            comprueba la configuración
     vigia migrate          pone al día la base de datos, y termina
     vigia health           pregunta al servidor de esta máquina si está bien
     vigia market try …     prueba un archivo de MARKET=http
     vigia admin …          cambia una cuenta, o reintenta correos
     vigia --version`;

interface CommandResult {
  readonly exitCode: number;
  readonly message: string;
}

type Environment = NodeJS.ProcessEnv;
type Command = (env: Environment, args: readonly string[]) => Promise<CommandResult>;

const commands: Readonly<Record<string, Command>> = {
  check,
  migrate,
  health,
  market: async (env, args) =>
    (await import('./admin/market-try.ts')).runMarketTry(args, readEnvironment(env)),
  admin: async (env, args) => (await import('./admin/admin-cli.ts')).runAdmin(args, env),
  help: async () => ({ exitCode: 0, message: usage }),
  '--help': async () => ({ exitCode: 0, message: usage }),
  '--version': async () => ({ exitCode: 0, message: await readVersion() }),
};

const healthTimeoutMs = 5_000;

const warn = (sentence: string) => process.stderr.write(`${sentence}\n`);

async function check(env: Environment): Promise<CommandResult> {
  const { loadConfig } = await import('./config/config.ts');
  loadConfig(readEnvironment(env), await readVersion());
  return { exitCode: 0, message: 'La configuración es válida.' };
}

async function migrate(env: Environment): Promise<CommandResult> {
  const { loadDatabaseUrls } = await import('./config/config.ts');
  const { prepareDatabase } = await import('./startup/prepare-database.ts');
  const { StartError } = await import('./startup/start-fault.ts');
  const urls = loadDatabaseUrls(readEnvironment(env));
  const stop = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM'] as const)
    process.once(name, () => stop.abort(new StartError('La migración se ha interrumpido.')));
  await prepareDatabase(urls, {
    signal: stop.signal,
    onAway: () => warn('La base de datos no responde: se sigue intentando.'),
    onWaiting: () => warn('Otro proceso está migrando la base de datos: se espera a que termine.'),
    onMigrating: ({ runningMs, waitEventType }) => {
      const lock = waitEventType === 'Lock' ? ', ahora detenida por un bloqueo de otra sesión' : '';
      warn(`La migración lleva ${Math.round(runningMs / 1_000)} segundos${lock}.`);
    },
  });
  return { exitCode: 0, message: 'La base de datos está al día.' };
}

/** For a container's health check: asks the port of this environment. */
async function health(env: Environment): Promise<CommandResult> {
  const { variables } = await import('./config/variables.ts');
  const { HOST, PORT } = readEnvironment(env);
  const [host, port] = [variables.HOST.safeParse(HOST), variables.PORT.safeParse(PORT)];
  if (!host.success || !port.success)
    return { exitCode: 1, message: 'HOST o PORT no son válidos: vigia check dice por qué.' };
  const url = `http://${addressOf(host.data)}:${port.data}/health`;
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(healthTimeoutMs) });
    return { exitCode: response.ok ? 0 : 1, message: await response.text() };
  } catch {
    return { exitCode: 1, message: `No responde nadie en ${url}.` };
  }
}

/** Where a server that listens there can be reached. */
function addressOf(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1';
  if (host === '::') return '[::1]';
  return isIPv6(host) ? `[${host}]` : host;
}

/** Faults that the operator mends are a sentence; anything else keeps its stack. */
async function run(command: Command, args: readonly string[]): Promise<CommandResult> {
  try {
    return await command(process.env, args);
  } catch (error) {
    const { ConfigError } = await import('./config/config.ts');
    const { StartError } = await import('./startup/start-fault.ts');
    if (!(error instanceof ConfigError || error instanceof StartError)) throw error;
    return { exitCode: 1, message: error.message };
  }
}

const [name, ...args] = process.argv.slice(2);
if (name === undefined) await import('./main.ts');
else {
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  const { exitCode, message } =
    command === undefined || (args.length > 0 && name !== 'admin' && name !== 'market')
      ? { exitCode: 2, message: usage }
      : await run(command, args);
  (exitCode === 0 ? process.stdout : process.stderr).write(`${message}\n`);
  process.exitCode = exitCode;
}
