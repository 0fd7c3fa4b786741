/** GET /api/monitoring/stream: server-sent events of prices, the user's own alerts, and the source's health. */
import type { ServerResponse } from 'node:http';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { streamQuery } from '#contract/live-stream.ts';
import { sessionOf } from '../auth/authenticate.ts';
import { AppError } from '../errors.ts';
import type { Metrics } from '../metrics.ts';
import type { LiveHub, Subscriber } from './hub.ts';
import { SseConnection } from './sse-connection.ts';
import { writeSseHead } from './write-sse-head.ts';

export interface StreamParts {
  readonly hub: LiveHub;
  readonly metrics: Pick<Metrics, 'streamClients' | 'streamDropped'>;
  /** Ends streams whose session was revoked meanwhile; resolves to the uids that must go. */
  readonly revoked: (sessions: readonly OpenSession[]) => Promise<readonly OpenSession[]>;
  /** Readers of this process at once; none beyond. */
  readonly mostStreams: number;
}

export interface OpenSession {
  readonly uid: string;
  readonly token: string;
  readonly authTime: Date;
}

interface OpenStream {
  readonly response: ServerResponse;
  readonly outlet: SseConnection;
  /** When its beat is. */
  readonly group: number;
}

const streamsPerUser = 3;
const heartbeatMs = 15_000;
/** Each stream has its beat in one of so many groups: ten thousand at once would hold up everything for 0.1 s. */
const beatGroups = 15;
const revocationMs = 30_000;
const beat = Buffer.from(':\n\n');
const longestTimerMs = 2_147_483_647;

export const streamRoute =
  ({ hub, metrics, revoked, mostStreams }: StreamParts): FastifyPluginAsyncZod =>
  async (app) => {
    const open = new Map<OpenSession, OpenStream>();
    let opened = 0;
    let beats = 0;
    const heartbeat = setInterval(() => {
      beats += 1;
      for (const { response, outlet, group } of open.values()) {
        if (group !== beats % beatGroups) continue;
        // One that took nothing for so long is cut off; it comes back with its last event id.
        if (outlet.isStuck()) {
          metrics.streamDropped.inc();
          response.destroy();
        } else {
          outlet.offer(beat);
        }
      }
    }, heartbeatMs / beatGroups);
    const revocation = setInterval(async () => {
      const gone = await revoked([...open.keys()]).catch(() => []);
      for (const session of gone) open.get(session)?.response.end();
    }, revocationMs);
    // Before the server waits for its connections to end.
    app.addHook('preClose', async () => {
      clearInterval(heartbeat);
      clearInterval(revocation);
      for (const { response } of open.values()) response.end();
    });

    app.get(
      '/api/monitoring/stream',
      { schema: { querystring: streamQuery }, logLevel: 'warn' },
      async (request, reply) => {
        const { token, identity, user } = sessionOf(request);
        if (hub.countOf(user.uid) >= streamsPerUser)
          throw new AppError('too_many_requests', 'Ya tienes tres pestañas en directo.', {
            retryAfterSeconds: 15,
          });
        if (open.size >= mostStreams)
          throw new AppError(
            'unavailable',
            'Hay demasiada gente mirando. Lo intentamos enseguida.',
            {
              retryAfterSeconds: 30,
            },
          );
        const { matches } = request.query;
        const lastEventId = request.headers['last-event-id'];
        const response = reply.raw;
        reply.hijack();
        // Gone while the token was being looked at: its close was told already, and nobody would ever leave.
        if (response.destroyed) return reply;
        writeSseHead(response);

        const outlet = new SseConnection(response, () => hub.catchUp(subscriber));
        const subscriber: Subscriber = {
          uid: user.uid,
          matches: matches === undefined ? null : new Set(matches.split(',')),
          offer: (bytes) => outlet.offer(bytes),
          end: () => response.end(),
        };
        const session = { uid: user.uid, token, authTime: identity.authTime };
        opened += 1;
        open.set(session, { response, outlet, group: opened % beatGroups });
        metrics.streamClients.set(open.size);
        const untilExpiryMs = identity.expiresAt.getTime() - Date.now();
        const expiry = setTimeout(() => response.end(), Math.min(untilExpiryMs, longestTimerMs));
        response.on('close', () => {
          clearTimeout(expiry);
          hub.leave(subscriber);
          open.delete(session);
          metrics.streamClients.set(open.size);
        });
        // A broken pipe is an ordinary goodbye.
        response.on('error', () => {});
        await hub.join(subscriber, typeof lastEventId === 'string' ? lastEventId : undefined);
        return reply;
      },
    );
  };
