/** GET /api/auth/verify: the user a token belongs to, and when it expires. */
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { verification } from '#contract/users.ts';
import { tokenSessionOf } from './authenticate.ts';

export const authRoutes: FastifyPluginAsyncZod = async (app) => {
  app.get(
    '/api/auth/verify',
    { config: { keyScope: 'never' }, schema: { response: { 200: verification } } },
    async (request) => {
      const { identity, user } = tokenSessionOf(request);
      return {
        uid: user.uid,
        email: user.email,
        emailConfirmed: user.emailConfirmedAt !== null,
        plan: user.plan,
        expiresAt: identity.expiresAt.toISOString(),
      };
    },
  );
};
