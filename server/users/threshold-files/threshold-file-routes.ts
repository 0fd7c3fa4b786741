/** POST /api/users/thresholds/import: imports thresholds from a CSV or JSON file. */
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type pg from 'pg';
import { importQuery, importReport } from '#contract/threshold-import-export.ts';
import { sessionOf } from '../../auth/authenticate.ts';
import { AppError } from '../../errors.ts';
import { importThresholds } from './import-thresholds.ts';
import { parseThresholdFile } from './parse-threshold-file.ts';

export const thresholdFileRoutes =
  ({ pool }: { readonly pool: pg.Pool }): FastifyPluginAsyncZod =>
  async (app) => {
    app.addContentTypeParser(
      'text/csv',
      { parseAs: 'buffer' },
      async (_request: unknown, body: Buffer) => decodeUtf8(body),
    );

    app.post(
      '/api/users/thresholds/import',
      {
        config: { keyScope: 'escritura' },
        schema: { querystring: importQuery, response: { 200: importReport } },
      },
      async (request) =>
        importThresholds(pool, {
          uid: sessionOf(request).user.uid,
          lines: parseThresholdFile(request.body),
          dryRun: request.query.prueba === '1',
          skipsRejected: request.query.omitir === '1',
        }),
    );
  };

function decodeUtf8(body: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body);
  } catch (cause) {
    throw new AppError('invalid_request', 'Guarda el archivo como CSV UTF-8.', { cause });
  }
}
