/** GET and PUT /api/users/config: the settings, with optimistic concurrency by ETag and If-Match. */
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type pg from 'pg';
import {
  type CheckFrequency,
  checkFrequency,
  configuracionInput,
  frequencyPatch,
  settings,
} from '#contract/users.ts';
import { sessionOf } from '../auth/authenticate.ts';
import { storedRow } from '../auth/row-budget.ts';
import { AppError } from '../base/errors.ts';
import { listThresholds } from '../db/users/thresholds.ts';
import type { User } from '../db/users/users.ts';
import { changeSettings } from './change-settings.ts';
import { replaceSettings } from './replace-settings.ts';
import { toSettings } from './settings-mapper.ts';

export const settingsRoutes =
  ({ pool }: { readonly pool: pg.Pool }): FastifyPluginAsyncZod =>
  async (app) => {
    app.get(
      '/api/users/config',
      { config: { keyScope: 'read' }, schema: { response: { 200: settings } } },
      async (request, reply) => {
        const { user } = sessionOf(request);
        const thresholds = await listThresholds(pool, user.uid);
        request.countRows(thresholds.length);
        const body = toSettings(user, thresholds);
        return reply.header('etag', etagOf(body.version)).send(body);
      },
    );

    app.put(
      '/api/users/config',
      {
        config: {
          keyScope: 'write',
          carriesThresholds: true,
          takesTurns: true,
        },
        schema: { body: configuracionInput, response: { 200: settings } },
      },
      async (request, reply) => {
        const { user } = sessionOf(request);
        const ifVersion = versionFromIfMatch(request.headers['if-match']);
        request.countRows(storedRow * Object.keys(request.body.umbrales).length);
        const body = await replaceSettings(pool, user.uid, { sent: request.body, ifVersion });
        return reply.header('etag', etagOf(body.version)).send(body);
      },
    );

    app.patch(
      '/api/users/config',
      {
        config: { keyScope: 'write' },
        schema: { body: frequencyPatch, response: { 200: checkFrequency } },
      },
      async (request, reply) => {
        const { frecuencia } = request.body;
        const ifVersion = versionFromIfMatch(request.headers['if-match']);
        const body = await changeSettings(pool, sessionOf(request).user.uid, {
          write({ user }) {
            if (ifVersion !== null && ifVersion !== user.settingsVersion)
              throw new AppError('conflict', 'Tu configuración cambió en otra pestaña.', {
                stored: frequencyOf(user),
              });
            return { frecuencia };
          },
          result: async (_client, { user }) => frequencyOf(user),
        });
        return reply.header('etag', etagOf(body.version)).send(body);
      },
    );
  };

const frequencyOf = ({ frecuencia, settingsVersion }: User): CheckFrequency => ({
  frecuencia,
  version: settingsVersion,
});

const etagOf = (version: number) => `"${version}"`;

function versionFromIfMatch(ifMatch: string | undefined): number | null {
  if (ifMatch === undefined || ifMatch.trim() === '*') return null;
  const version = /^(?:W\/)?"?(\d{1,15})"?$/.exec(ifMatch.trim())?.[1];
  if (version === undefined)
    throw new AppError('invalid_request', 'La cabecera If-Match no es una versión.');
  return Number(version);
}
