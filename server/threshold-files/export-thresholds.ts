/** Sends all thresholds of a user as a file, JSON or CSV. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type pg from 'pg';
import type { FileFormat } from '#contract/threshold-import-export.ts';
import { plans } from '#domain/plans.ts';
import { listThresholds } from '../db/users/thresholds.ts';
import type { User } from '../db/users/users.ts';
import { enforceExport } from '../plans/plan-limits.ts';
import { toConfiguracion } from '../settings/settings-mapper.ts';
import { thresholdsToCsv } from './threshold-csv.ts';

/** @throws AppError `plan_limit` */
export async function exportThresholds(
  pool: pg.Pool,
  {
    request,
    user,
    format,
    reply,
  }: {
    readonly request: FastifyRequest;
    readonly user: User;
    readonly format: FileFormat;
    readonly reply: FastifyReply;
  },
) {
  enforceExport(plans[user.plan]);
  const thresholds = await listThresholds(pool, user.uid);
  request.countRows(thresholds.length);
  const { umbrales } = toConfiguracion(user, thresholds);
  reply.header('content-disposition', `attachment; filename="umbrales.${format}"`);
  if (format === 'json') return { umbrales };
  return reply.type('text/csv; charset=utf-8').send(thresholdsToCsv(umbrales));
}
