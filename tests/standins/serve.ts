/** Folders and servers of the stand-in tests; they end with the file or the test that asked for them. */
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, onTestFinished, TestRunner } from 'vitest';

const atEnd = (run: () => unknown) =>
  TestRunner.getCurrentTest() ? onTestFinished(async () => void (await run())) : afterAll(run);

export async function openDataDir(): Promise<string> {
  const dataDir = await mkdtemp(join(tmpdir(), 'vigia-standin-'));
  // When run as root, PostgreSQL runs as another user and must be able to enter the folder.
  await chmod(dataDir, 0o755);
  atEnd(() => rm(dataDir, { recursive: true, force: true }));
  return dataDir;
}

export interface Served {
  readonly app: FastifyInstance;
  readonly origin: string;
}

/** @param port a free one of the system if not given */
export async function serve(
  register: (app: FastifyInstance) => unknown,
  port = 0,
): Promise<Served> {
  const app = Fastify();
  await register(app);
  const origin = await app.listen({ host: '127.0.0.1', port });
  atEnd(() => app.close());
  return { app, origin };
}

/** A form as a page without scripts sends it. */
export const postForm = (url: string, fields: Record<string, string>) =>
  fetch(url, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' });
