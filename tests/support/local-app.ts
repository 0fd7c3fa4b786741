/** Starts the real Vigía on a free port with a data directory of its own, as `npm start` and `npm run qa` do. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findLeakedSecrets } from './find-leaked-secrets.ts';
import { findPii } from './find-pii.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const readyLine = /Vigía lista: (http:\/\/localhost:\d+)/;

export interface RunningVigia {
  readonly origin: string;
  readonly dataDir: string;
  readonly process: ChildProcess;
  /** Everything it has printed so far. */
  output(): string;
  /**
   * Asks it to stop and waits until it has; deletes the data unless told otherwise.
   * @throws when its log told anything about a person, or a secret of its own
   */
  stop(options?: { readonly keepData?: boolean }): Promise<void>;
}

export async function startVigia(
  options: {
    readonly env?: Record<string, string>;
    readonly dataDir?: string;
    readonly port?: number;
    /** What is run; the backend itself unless told otherwise. */
    readonly script?: string;
  } = {},
): Promise<RunningVigia> {
  const dataDir = options.dataDir ?? (await makeDataDir());
  const port = options.port ?? (await freePort());
  const child = spawn(process.execPath, [options.script ?? 'server/main.ts'], {
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
  const origin = await new Promise<string>((resolve, reject) => {
    const hear = (chunk: Buffer) => {
      text += chunk.toString('utf8');
      const ready = readyLine.exec(text)?.[1];
      if (ready !== undefined) resolve(ready);
    };
    child.stdout.on('data', hear);
    child.stderr.on('data', hear);
    // Not at its exit: its last words may come after it.
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
      if (child.exitCode === null && child.signalCode === null) {
        const left = once(child, 'exit');
        child.kill('SIGTERM');
        await left;
      }
      const told = [...findPii(text), ...(await findLeakedSecrets(text, dataDir))];
      if (!keepData) await rm(dataDir, { recursive: true, force: true });
      if (told.length > 0) throw new Error(`the log tells:\n${told.join('\n')}`);
    },
  };
}

/**
 * The hosted services the browser talks to are elsewhere in production, so that what crosses origins is proved here:
 * the same doubles, by another name of this computer.
 */
const servicesOnAnotherOrigin = (port: number) => ({
  IDENTITY_ORIGIN: `http://127.0.0.1:${port}`,
  DOCUMENTS_HOST: `127.0.0.1:${port}`,
  EMAILJS_ORIGIN: `http://127.0.0.1:${port}`,
});

async function makeDataDir(): Promise<string> {
  const dataDir = await mkdtemp(join(tmpdir(), 'vigia-journey-'));
  await chmod(dataDir, 0o755);
  return dataDir;
}

/**
 * Each worker of a run looks in a part of its own, from anywhere within it, for another run may be at work. All lie
 * below what a system gives to whoever asks for any port (from 32 768 on), so that nobody is given one before its use,
 * and above the last one browsers refuse (10 080).
 */
const worker = Number(process.env.VITEST_POOL_ID ?? process.env.TEST_PARALLEL_INDEX ?? 0);
const partSize = 1_000;
const part = 11_000 + partSize * (worker % 21);
let tried = Math.floor(Math.random() * partSize);

export async function freePort(): Promise<number> {
  for (const last = tried + partSize; tried < last; ) {
    tried += 1;
    const port = part + (tried % partSize);
    if (await isFree(port)) return port;
  }
  throw new Error(`no loopback port from ${part} on`);
}

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });
