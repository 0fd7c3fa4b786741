/** GET /api/users/export: the account's data as one JSON file, streamed as it is read. */
import { Readable } from 'node:stream';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type pg from 'pg';
import { sessionOf } from '../../auth/authenticate.ts';
import { limitPerAccount } from '../../auth/limit-per-account.ts';
import { findAccountData } from '../../db/users/user-export.ts';
import {
  iterateAlerts,
  iterateDeliveries,
  iterateMails,
  iterateThresholds,
} from '../../db/users/user-export-pages.ts';
import { AppError } from '../../errors.ts';
import { DocumentsUnavailable, type ProfileDocuments } from '../profile/profile-documents.ts';

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
        const documento = await documents.export(user.uid).catch((error: unknown) => {
          if (!(error instanceof DocumentsUnavailable)) throw error;
          throw new AppError('unavailable', undefined, { retryAfterSeconds: 5, cause: error });
        });
        const account = await findAccountData(pool, user.uid);
        if (account === null) throw new AppError('not_found');
        const onRow = () => {
          request.rows += 1;
        };
        const head = { exportadoEn: new Date().toISOString(), ...account, documento };
        return reply
          .type('application/json; charset=utf-8')
          .header('content-disposition', 'attachment; filename="mis-datos-vigia.json"')
          .send(Readable.from(exportJson(head, { pool, uid: user.uid, onRow })));
      },
    );
  };

/** If the database fails halfway the stream breaks, so an incomplete file never looks complete. */
async function* exportJson(
  head: object,
  { pool, uid, onRow }: { pool: pg.Pool; uid: string; onRow: () => void },
): AsyncGenerator<string> {
  yield JSON.stringify(head).slice(0, -1);
  yield* jsonArray('umbrales', iterateThresholds(pool, uid), onRow);
  yield* jsonArray('alertas', iterateAlerts(pool, uid), onRow);
  yield* jsonArray('correos', iterateMails(pool, uid), onRow);
  yield* jsonArray('envios', iterateDeliveries(pool, uid), onRow);
  yield '}';
}

async function* jsonArray(
  name: string,
  items: AsyncIterable<unknown>,
  onRow: () => void,
): AsyncGenerator<string> {
  yield `,${JSON.stringify(name)}:[`;
  let comma = '';
  for await (const item of items) {
    onRow();
    yield comma + JSON.stringify(item);
    comma = ',';
  }
  yield ']';
}
