/** POST /api/users/thresholds/import: imports thresholds from a CSV or JSON file. */
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type pg from 'pg';
import { importQuery, importReport } from '#contract/threshold-import-export.ts';
import { sessionOf } from '../auth/authenticate.ts';
import { limitPerAccount } from '../auth/limit-per-account.ts';
import { storedRow } from '../auth/row-budget.ts';
import { AppError } from '../base/errors.ts';
import { importThresholds } from './import-thresholds.ts';
import { parseThresholdFile } from './parse-threshold-file.ts';

/** A person tries a file a few times. */
const importsPerMinute = 20;

export const thresholdFileRoutes =
  ({ pool }: { readonly pool: pg.Pool }): FastifyPluginAsyncZod =>
  async (app) => {
    app.addContentTypeParser(
      'text/csv',
      { parseAs: 'buffer' },
      async (_request: unknown, body: Buffer) => decodeUtf8(body),
    );

    const countImport = limitPerAccount(app, { max: importsPerMinute, timeWindow: '1 minute' });

    app.post(
      '/api/users/thresholds/import',
      {
        config: { keyScope: 'write', carriesThresholds: true, takesTurns: true },
        schema: { querystring: importQuery, response: { 200: importReport } },
      },
      async (request) => {
        await countImport(request);
        const lines = parseThresholdFile(request.body);
        request.countRows(storedRow * lines.length);
        return importThresholds(pool, {
          uid: sessionOf(request).user.uid,
          lines,
          dryRun: request.query.dryRun === '1',
          skipsRejected: request.query.skipInvalid === '1',
        });
      },
    );
  };

/** 1 000 lines with notes; parsing CSV takes the processor fifty times as long a byte as JSON. */
const maxCsvBytes = 262_144;

function decodeUtf8(body: Buffer): string {
  if (body.length > maxCsvBytes)
    throw new AppError('invalid_request', 'El archivo pasa de 256 kB: divídelo en varios.');
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body);
  } catch (cause) {
    throw new AppError('invalid_request', 'Guarda el archivo como CSV UTF-8.', { cause });
  }
}
