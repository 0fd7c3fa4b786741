/** GET /api/monitoring/stream: server-sent events of prices, the user's alerts and source health. */
import type { ServerResponse } from 'node:http';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { streamQuery } from '#contract/live-stream.ts';
import { type RequestSession, sessionOf } from '../auth/authenticate.ts';
import { AppError } from '../base/errors.ts';
import type { Metrics } from '../base/metrics.ts';
import type { LiveHub, Subscriber } from './hub.ts';
import { SseConnection } from './sse-connection.ts';
import { writeSseHead } from './write-sse-head.ts';

export interface StreamOptions {
  readonly hub: LiveHub;
  readonly metrics: Pick<Metrics, 'sseConnections' | 'sseConnectionsDropped'>;
  /** Which of the open sessions have been revoked; their streams are ended. */
  readonly findRevoked: (sessions: readonly StreamSession[]) => Promise<readonly StreamSession[]>;
  /** Open streams per process; further requests get 503. */
  readonly maxStreams: number;
}

/** What a stream was opened with. */
export type StreamSession =
  | { readonly uid: string; readonly token: string; readonly authTime: Date }
  | { readonly uid: string; readonly keyId: string };

interface OpenStream {
  readonly response: ServerResponse;
  readonly connection: SseConnection;
  /** Its heartbeat group, from 0. */
  readonly group: number;
}

const maxStreamsPerUser = 3;
const heartbeatMs = 15_000;
/** Heartbeats are staggered over as many groups: 10 000 writes at once would block the event loop for 0.1 s. */
const heartbeatGroups = 15;
const revocationCheckMs = 30_000;
const heartbeatFrame = Buffer.from(':\n\n');
const maxTimerMs = 2_147_483_647;

export const streamRoute =
  ({ hub, metrics, findRevoked, maxStreams }: StreamOptions): FastifyPluginAsyncZod =>
  async (app) => {
    const open = new Map<StreamSession, OpenStream>();
    let openedCount = 0;
    let tick = 0;
    const heartbeat = setInterval(() => {
      tick += 1;
      for (const { response, connection, group } of open.values()) {
        if (group !== tick % heartbeatGroups) continue;
        // A client that has read nothing since its last heartbeat is cut off; it reconnects with its Last-Event-ID.
        if (connection.isStuck()) {
          metrics.sseConnectionsDropped.inc();
          response.destroy();
        } else {
          connection.tryWrite(heartbeatFrame);
        }
      }
    }, heartbeatMs / heartbeatGroups);
    const revocation = setInterval(async () => {
      const ended = await findRevoked([...open.keys()]).catch(() => []);
      for (const session of ended) open.get(session)?.connection.end();
    }, revocationCheckMs);
    // `preClose`, because the server then waits for its open connections.
    app.addHook('preClose', async () => {
      clearInterval(heartbeat);
      clearInterval(revocation);
      for (const { connection } of open.values()) connection.end();
    });

    app.get(
      '/api/monitoring/stream',
      {
        config: { keyScope: 'read' },
        schema: { querystring: streamQuery },
        logLevel: 'warn',
        // Without a body its answer would wait for the end of the stream.
        exposeHeadRoute: false,
      },
      async (request, reply) => {
        const session = sessionOf(request);
        const { user } = session;
        const { matches, id } = request.query;
        // A client that comes back before its last connection was noticed to be gone does not count twice.
        if (id !== undefined) hub.replace(user.uid, id);
        if (hub.streamCount(user.uid) >= maxStreamsPerUser)
          throw new AppError('too_many_requests', 'Ya tienes tres pestañas en directo.', {
            retryAfterSeconds: 15,
          });
        if (open.size >= maxStreams)
          throw new AppError(
            'unavailable',
            'Hay demasiada gente mirando. Lo intentamos enseguida.',
            {
              retryAfterSeconds: 30,
            },
          );
        const lastEventId = request.headers['last-event-id'];
        const response = reply.raw;
        reply.hijack();
        // Closed while the token was verified: no `close` event would follow, and the subscriber would never leave.
        if (response.destroyed) return reply;
        writeSseHead(response);

        const connection = new SseConnection(response, () => hub.onDrained(subscriber));
        const subscriber: Subscriber = {
          uid: user.uid,
          id,
          keyId: session.kind === 'key' ? session.key.id : undefined,
          matches: matches === undefined ? null : new Set(matches.split(',').filter(Boolean)),
          tryWrite: (bytes, mayWait) => connection.tryWrite(bytes, mayWait),
          end: () => connection.end(),
        };
        const opened = openSessionOf(session);
        openedCount += 1;
        open.set(opened, { response, connection, group: openedCount % heartbeatGroups });
        metrics.sseConnections.set(open.size);
        const expiry = setTimeout(() => connection.end(), msUntilExpiry(session));
        response.on('close', () => {
          clearTimeout(expiry);
          hub.leave(subscriber);
          open.delete(opened);
          metrics.sseConnections.set(open.size);
        });
        // A broken pipe (EPIPE, ECONNRESET) is how clients leave.
        response.on('error', () => {});
        await hub.join(subscriber, typeof lastEventId === 'string' ? lastEventId : undefined);
        return reply;
      },
    );
  };

const openSessionOf = (session: RequestSession): StreamSession =>
  session.kind === 'key'
    ? { uid: session.user.uid, keyId: session.key.id }
    : { uid: session.user.uid, token: session.token, authTime: session.identity.authTime };

/** A key without an end is checked with the revocations. */
function msUntilExpiry(session: RequestSession): number {
  const { expiresAt } = session.kind === 'key' ? session.key : session.identity;
  return expiresAt === null ? maxTimerMs : Math.min(expiresAt.getTime() - Date.now(), maxTimerMs);
}
