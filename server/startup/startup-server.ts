/** Answers on the server's port until the backend takes it over: 503 to everything, /health with the reason. */
import Fastify from 'fastify';
import type { Health } from '#contract/health.ts';
import { AppError, sendError } from '../base/errors.ts';
import { listenFault } from './listen-fault.ts';

export interface StartupServer {
  /** What /health says about the database; null = it answers. */
  setDatabaseDetail(detail: string | null): void;
  close(): Promise<void>;
}

const starting = 'Este proceso está arrancando.';

/** @throws StartError when the address or port cannot be opened */
export async function openStartupServer(options: {
  readonly host: string;
  readonly port: number;
  readonly version: string;
}): Promise<StartupServer> {
  const { host, port, version } = options;
  let databaseDetail: string | null = starting;
  const app = Fastify({ forceCloseConnections: true });
  // Its connections end with it: the next request is the backend's.
  app.addHook('onRequest', async (_request, reply) => {
    reply
      .header('connection', 'close')
      .header('retry-after', '5')
      .header('cache-control', 'no-store');
  });
  app.get('/health', async (_request, reply) => {
    const waiting = { ok: false, detail: starting };
    const body: Health = {
      status: 'unavailable',
      version,
      uptimeSeconds: process.uptime(),
      checks: {
        database: databaseDetail === null ? { ok: true } : { ok: false, detail: databaseDetail },
        market: { ...waiting, lastReadingAgeSeconds: null },
        mail: waiting,
      },
    };
    return reply.code(503).send(body);
  });
  app.setNotFoundHandler((request, reply) =>
    sendError(new AppError('unavailable', starting, { retryAfterSeconds: 5 }), request, reply),
  );
  await app.listen({ host, port }).catch((cause: unknown) => {
    throw listenFault(cause, { host, port });
  });
  return {
    setDatabaseDetail(detail) {
      databaseDetail = detail;
    },
    close: () => app.close(),
  };
}
