/** Finds and starts Google's Firestore emulator: the reference for the stand-in and the rules. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '#tests/support/local-app.ts';

const jarInSdk = 'platform/cloud-firestore-emulator/cloud-firestore-emulator.jar';
const sdkFolders = [
  process.env.CLOUDSDK_ROOT_DIR,
  '/usr/lib/google-cloud-sdk',
  '/usr/share/google-cloud-sdk',
  '/opt/google-cloud-sdk',
  '/snap/google-cloud-cli/current',
  join(homedir(), 'google-cloud-sdk'),
];

/** The emulator's JAR, or why it cannot run here. */
export type EmulatorSearch = { readonly jar: string } | { readonly missing: string };

export function findFirestoreEmulator(): EmulatorSearch {
  const jars = sdkFolders.flatMap((folder) => (folder ? [join(folder, jarInSdk)] : []));
  const jar = [process.env.FIRESTORE_EMULATOR_JAR, ...jars].find(
    (file) => file && existsSync(file),
  );
  if (!jar) return { missing: 'JAR not found' };
  const java = spawnSync('java', ['-version'], { timeout: 10_000 });
  return java.status === 0 ? { jar } : { missing: 'java not found' };
}

export interface RunningEmulator {
  readonly origin: string;
  stop(): Promise<void>;
}

const startTimeoutMs = 60_000;

/** @throws Error with the emulator's output when it does not answer in time */
export async function startFirestoreEmulator(jar: string, rules: string): Promise<RunningEmulator> {
  const port = await freePort();
  const main = 'com.google.cloud.datastore.emulator.firestore.CloudFirestore';
  const args = ['-Xmx256m', '-Duser.language=en', '-cp', jar, main];
  const child = spawn('java', [
    ...args,
    '--host',
    '127.0.0.1',
    '--port',
    String(port),
    '--rules',
    rules,
  ]);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      output = `${output}${chunk}`.slice(-4000);
    });
  }
  const origin = `http://127.0.0.1:${port}`;
  const stop = () => kill(child);
  try {
    await waitUntilReady(origin, child);
  } catch (cause) {
    await stop();
    throw new Error(`Firestore emulator did not start: ${output}`, { cause });
  }
  return { origin, stop };
}

async function waitUntilReady(origin: string, child: ChildProcess): Promise<void> {
  const deadline = Date.now() + startTimeoutMs;
  while (Date.now() < deadline) {
    if (child.exitCode !== null) throw new Error(`exit code ${child.exitCode}`);
    const answer = await fetch(origin, { signal: AbortSignal.timeout(1000) }).catch(() => null);
    if (answer?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error('no answer in time');
}

function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  return new Promise((resolve) => {
    child.once('exit', () => resolve());
    child.kill('SIGKILL');
  });
}
