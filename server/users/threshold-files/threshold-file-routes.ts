/** GET /api/users/thresholds and POST /api/users/thresholds/import: export and import as CSV or JSON. */
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type pg from 'pg';
import { importQuery, importReport, thresholdsQuery } from '#contract/threshold-import-export.ts';
import { plans } from '#domain/plans.ts';
import { sessionOf } from '../../auth/authenticate.ts';
import { listThresholds } from '../../db/users/thresholds.ts';
import { AppError } from '../../errors.ts';
import { toConfiguracion } from '../settings/settings-mapper.ts';
import { importThresholds } from './import-thresholds.ts';
import { parseThresholdFile } from './parse-threshold-file.ts';
import { thresholdsToCsv } from './threshold-csv.ts';

export const thresholdFileRoutes =
  ({ pool }: { readonly pool: pg.Pool }): FastifyPluginAsyncZod =>
  async (app) => {
    app.addContentTypeParser(
      'text/csv',
      { parseAs: 'buffer' },
      async (_request: unknown, body: Buffer) => decodeUtf8(body),
    );

    app.get(
      '/api/users/thresholds',
      { schema: { querystring: thresholdsQuery } },
      async (request, reply) => {
        const { user } = sessionOf(request);
        if (!plans[user.plan].canExport)
          throw new AppError('plan_limit', 'Exportar es de los planes Premium y Elite.', {
            requiredPlan: 'premium',
          });
        const { formato } = request.query;
        const thresholds = await listThresholds(pool, user.uid);
        const { umbrales } = toConfiguracion(user, thresholds, new Date());
        reply.header('content-disposition', `attachment; filename="umbrales.${formato}"`);
        if (formato === 'json') return { umbrales };
        return reply.type('text/csv; charset=utf-8').send(thresholdsToCsv(umbrales));
      },
    );

    app.post(
      '/api/users/thresholds/import',
      { schema: { querystring: importQuery, response: { 200: importReport } } },
      async (request) =>
        importThresholds(pool, {
          uid: sessionOf(request).user.uid,
          lines: parseThresholdFile(request.body),
          dryRun: request.query.prueba === '1',
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
