/** PUT /api/monitoring/stream/:id: changes the matches whose prices an open stream sends. */
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { streamMatches, streamMatchesChanged, streamParams } from '#contract/live-stream.ts';
import { sessionOf } from '../auth/authenticate.ts';
import { listCurrentFloors } from '../db/market/current-floors.ts';
import type { Database } from '../db/pool.ts';
import type { LiveHub } from './hub.ts';

export const streamMatchesRoute =
  ({ hub, pool }: { readonly hub: LiveHub; readonly pool: Database }): FastifyPluginAsyncZod =>
  async (app) => {
    app.put(
      '/api/monitoring/stream/:id',
      {
        config: { keyScope: 'read' },
        schema: {
          params: streamParams,
          body: streamMatches,
          response: { 200: streamMatchesChanged },
        },
      },
      async (request) => {
        const { uid } = sessionOf(request).user;
        const { matches, pricesOf } = request.body;
        const subscribed = hub.changeMatches(uid, request.params.id, new Set(matches));
        // Read after the change: a price is in this answer, or in the stream, or in both.
        const items = pricesOf.length === 0 ? [] : await listCurrentFloors(pool, new Set(pricesOf));
        return { subscribed, items };
      },
    );
  };
