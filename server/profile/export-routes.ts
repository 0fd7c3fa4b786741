/** GET /api/users/export: the account's data as one JSON file, streamed as it is read. */
import { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type pg from 'pg';
import { sessionOf } from '../auth/authenticate.ts';
import { limitPerAccount } from '../auth/limit-per-account.ts';
import { AppError } from '../base/errors.ts';
import { iterateUserRows } from '../db/users/user-export.ts';
import { DocumentsUnavailable, type ProfileDocuments } from './profile-documents.ts';

export interface ExportRouteOptions {
  readonly pool: pg.Pool;
  readonly documents: ProfileDocuments;
}

/** Each export reads all mails of the user. */
const exportsPerTenMinutes = 10;

export const exportRoutes =
  ({ pool, documents }: ExportRouteOptions): FastifyPluginAsyncZod =>
  async (app) => {
    const countExport = limitPerAccount(app, {
      max: exportsPerTenMinutes,
      timeWindow: '10 minutes',
    });

    app.get(
      '/api/users/export',
      { config: { keyScope: 'never', takesTurns: true } },
      async (request, reply) => {
        const { user } = sessionOf(request);
        await countExport(request);
        // Without the document the file would be incomplete: fail, and let the client retry.
        const document = await documents.export(user.uid).catch((error: unknown) => {
          if (!(error instanceof DocumentsUnavailable)) throw error;
          throw new AppError('unavailable', undefined, { retryAfterSeconds: 5, cause: error });
        });
        const head = { exportedAt: new Date().toISOString(), document };
        return reply
          .type('application/json; charset=utf-8')
          .header('content-disposition', 'attachment; filename="mis-datos-vigia.json"')
          .send(Readable.from(exportJson(head, { pool, uid: user.uid, request })));
      },
    );
  };

/** Links of mails act without a session: who is sent the file gets none that does. */
const linkToken = /([?&]token=)[\w.-]+/g;

/** If the database fails halfway the stream breaks, so an incomplete file never looks complete. */
async function* exportJson(
  head: object,
  { pool, uid, request }: { pool: pg.Pool; uid: string; request: FastifyRequest },
): AsyncGenerator<string> {
  yield JSON.stringify(head).slice(0, -1);
  for (const [name, pages] of Object.entries(iterateUserRows(pool, uid))) {
    yield `,${JSON.stringify(name)}:[`;
    let comma = '';
    for await (const rows of pages) {
      if (rows.length === 0) continue;
      request.countRows(rows.length);
      yield comma + JSON.stringify(rows).slice(1, -1).replace(linkToken, '$1…');
      comma = ',';
    }
    yield ']';
  }
  yield '}';
}
