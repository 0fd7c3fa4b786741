/** GET and PATCH /api/users/profile: the profile, from the tables and the document. */
import type { FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type pg from 'pg';
import { type Profile, profile, profilePatch } from '#contract/users.ts';
import { sessionOf } from '../auth/authenticate.ts';
import { AppError } from '../base/errors.ts';
import { findMailRefusal } from '../db/deliveries/mails.ts';
import { listThresholds } from '../db/users/thresholds.ts';
import { type User, updateProfile } from '../db/users/users.ts';
import { toConfiguracion } from '../settings/settings-mapper.ts';
import { DocumentsUnavailable, type ProfileDocuments } from './profile-documents.ts';

export const profileRoutes =
  ({
    pool,
    documents,
  }: {
    readonly pool: pg.Pool;
    readonly documents: ProfileDocuments;
  }): FastifyPluginAsyncZod =>
  async (app) => {
    const loadProfile = async (request: FastifyRequest, user: User): Promise<Profile> => {
      const thresholds = await listThresholds(pool, user.uid);
      request.countRows(thresholds.length);
      const refusal = await findMailRefusal(pool, user);
      // The document has the name the browser wrote; while it is unreachable our copy is used.
      const document = await documents.read(user.uid).catch(() => null);
      return {
        uid: user.uid,
        email: user.email,
        emailConfirmed: user.emailConfirmedAt !== null,
        ...(refusal === null ? {} : { mailRefusal: refusal }),
        username: document?.username ?? user.username,
        createdAt: (document?.createdAt ?? user.createdAt).toISOString(),
        estado: user.estado,
        plan: user.plan,
        onboardingCompletado: document?.onboardingCompletado ?? user.onboardingCompletado,
        configuracion: toConfiguracion(user, thresholds),
      };
    };

    app.get(
      '/api/users/profile',
      { config: { keyScope: 'never' }, schema: { response: { 200: profile } } },
      (request) => loadProfile(request, sessionOf(request).user),
    );

    app.patch(
      '/api/users/profile',
      { config: { keyScope: 'never' }, schema: { body: profilePatch, response: { 200: profile } } },
      async (request) => {
        const { user } = sessionOf(request);
        const { username, onboardingCompletado } = request.body;
        if (username !== undefined && !username.isWellFormed())
          throw new AppError('invalid_request');
        const change = {
          ...(username === undefined ? {} : { username }),
          ...(onboardingCompletado === undefined ? {} : { onboardingCompletado }),
        };
        const result = await documents.update(user.uid, change).catch((error: unknown) => {
          if (!(error instanceof DocumentsUnavailable)) throw error;
          throw new AppError('unavailable', undefined, { retryAfterSeconds: 5, cause: error });
        });
        if (result === 'missing')
          throw new AppError(
            'conflict',
            'Tu perfil aún no está creado. Vuelve a entrar en la app.',
          );
        await updateProfile(pool, user.uid, change);
        return loadProfile(request, { ...user, ...change });
      },
    );
  };
