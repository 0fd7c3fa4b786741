/** Starts the real Vigía on a free port with a data directory of its own, as `npm start` and `npm run workbench` do. */
import { type ChildProcess, spawn } from 'node:child_process';
import { createServer } from 'node:net';
import { fileURLToPath } from 'node:url';
import { makeDataDirWithDatabase } from './database-template.ts';
import { findLeakedSecrets } from './find-leaked-secrets.ts';
import { findPii } from './find-pii.ts';
import { removeDataDir } from './remove-data-dir.ts';
import { serverBundle } from './server-bundle.ts';
import { stopProcess } from './stop-process.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const readyLine = /Vigía lista: (http:\/\/localhost:\d+)/;

export interface RunningVigia {
  readonly origin: string;
  readonly dataDir: string;
  readonly process: ChildProcess;
  /** Everything printed so far. */
  output(): string;
  /**
   * Sends SIGTERM and waits for the exit; deletes the data unless `keepData`.
   * @throws when its log contains personal data or a secret
   */
  stop(options?: { readonly keepData?: boolean }): Promise<void>;
}

export interface StartOptions {
  readonly env?: Record<string, string>;
  readonly dataDir?: string;
  readonly port?: number;
  /** The script to run; the backend by default. */
  readonly script?: string;
  /** Called with what it prints. */
  readonly onOutput?: (text: string) => void;
}

/** Another run may take a free port before it is bound: then another one is tried. */
const maxAttempts = 3;

export async function startVigia(options: StartOptions = {}): Promise<RunningVigia> {
  const dataDir = options.dataDir ?? (await makeDataDirWithDatabase('vigia-journey-'));
  for (let attempt = 1; ; attempt += 1) {
    const port = options.port ?? (await freePort());
    try {
      return await startOn(port, dataDir, options);
    } catch (error) {
      const isTaken = String(error).includes(`El puerto ${port} está ocupado`);
      if (isTaken && options.port === undefined && attempt < maxAttempts) continue;
      if (options.dataDir === undefined) await removeDataDir(dataDir);
      throw error;
    }
  }
}

async function startOn(
  port: number,
  dataDir: string,
  options: StartOptions,
): Promise<RunningVigia> {
  const child = spawn(process.execPath, [options.script ?? (await serverBundle())], {
    cwd: root,
    env: {
      ...process.env,
      LOG_LEVEL: 'info',
      PORT: String(port),
      DATA_DIR: dataDir,
      ...servicesOnAnotherOrigin(port),
      ...options.env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let text = '';
  let isReady = false;
  const origin = await new Promise<string>((resolve, reject) => {
    const onOutput = (chunk: Buffer) => {
      text += chunk.toString('utf8');
      options.onOutput?.(chunk.toString('utf8'));
      if (isReady) return;
      const ready = readyLine.exec(text)?.[1];
      isReady = ready !== undefined;
      if (ready !== undefined) resolve(ready);
    };
    child.stdout.on('data', onOutput);
    child.stderr.on('data', onOutput);
    // Not `exit`: output may still follow it.
    child.once('close', (code) =>
      reject(new Error(`Vigía ended with ${code} before it was ready:\n${text}`)),
    );
  });
  return {
    origin,
    dataDir,
    process: child,
    output: () => text,
    async stop({ keepData = false } = {}) {
      await stopProcess(child, 'SIGTERM');
      const leaks = [...findPii(text), ...(await findLeakedSecrets(text, dataDir))];
      if (!keepData) await removeDataDir(dataDir);
      if (leaks.length > 0) throw new Error(`the log contains:\n${leaks.join('\n')}`);
    },
  };
}

/**
 * In production the browser's hosted services are on other origins. To test CORS, the stand-ins are addressed by
 * another name of this computer.
 */
const servicesOnAnotherOrigin = (port: number) => ({
  IDENTITY_ORIGIN: `http://127.0.0.1:${port}`,
  FIRESTORE_HOST: `127.0.0.1:${port}`,
  EMAILJS_ORIGIN: `http://127.0.0.1:${port}`,
});

/**
 * Each test worker searches a range of its own, from a random start because another run may be active. All ranges lie
 * below the ephemeral ports (from 32 768 on), so that the system assigns none of them meanwhile, and above the last
 * port browsers block (10 080).
 */
const { VITEST_POOL_ID, TEST_PARALLEL_INDEX } = process.env;
const rangesPerRunner = 10;
const portsPerWorker = 1_000;
/** Both runners number their workers from the same digits, and `npm test` runs them side by side. */
const range =
  VITEST_POOL_ID === undefined
    ? Number(TEST_PARALLEL_INDEX ?? 0) % rangesPerRunner
    : rangesPerRunner + (Number(VITEST_POOL_ID) % rangesPerRunner);
const firstPort = 11_000 + portsPerWorker * range;
let portOffset = Math.floor(Math.random() * portsPerWorker);

export async function freePort(): Promise<number> {
  for (const last = portOffset + portsPerWorker; portOffset < last; ) {
    portOffset += 1;
    const port = firstPort + (portOffset % portsPerWorker);
    if (await isFree(port)) return port;
  }
  throw new Error(`no loopback port from ${firstPort} on`);
}

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });
