/** `/api/billing/…` for the person who pays. What only reads our books works while the provider is away. */
import type { FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type pg from 'pg';
import {
  billingState,
  checkoutInput,
  checkoutQuery,
  checkoutResult,
  invoices,
  planChangeInput,
  planChangePreview,
  planChangeQuery,
  redirect,
} from '#contract/billing.ts';
import { sessionOf } from '../auth/authenticate.ts';
import { enforceRateLimit } from '../auth/rate-limit.ts';
import { AppError } from '../errors.ts';
import type { BillingContext } from './billing-context.ts';
import { readBillingState, readInvoices } from './billing-view.ts';
import { cancelSubscription, resumeSubscription } from './cancel-subscription.ts';
import { changePlan, previewPlanChange } from './change-plan.ts';
import { beginCardChange, beginCheckout, readCheckoutResult } from './checkout.ts';
import { stripeErrorToAppError } from './stripe-client.ts';
import { PricesMisconfigured } from './stripe-prices.ts';

/** Whoever waits to come back from the card page asks every two seconds; each asks the provider several times. */
const providerCallsPerMinute = 60;

export interface BillingRouteParts {
  readonly pool: pg.Pool;
  /** null where nothing can be charged: no provider is configured. */
  readonly billing: BillingContext | null;
}

export const billingRoutes =
  ({ pool, billing }: BillingRouteParts): FastifyPluginAsyncZod =>
  async (app) => {
    const pace = app.createRateLimit({
      max: providerCallsPerMinute,
      timeWindow: '1 minute',
      keyGenerator: (request) => sessionOf(request).user.uid,
    });
    const asked = async <Answer>(
      request: FastifyRequest,
      use: (billing: BillingContext) => Promise<Answer>,
    ) => {
      await enforceRateLimit(pace, request);
      return askedOf(billing, use);
    };
    const state = { schema: { response: { 200: billingState } } };

    app.get('/api/billing/state', state, async (request) =>
      readBillingState(pool, sessionOf(request).user.uid),
    );
    app.get('/api/billing/invoices', { schema: { response: { 200: invoices } } }, async (request) =>
      readInvoices(pool, sessionOf(request).user.uid),
    );

    app.post(
      '/api/billing/checkout',
      { schema: { body: checkoutInput, response: { 200: redirect } } },
      async (request) =>
        asked(request, (to) => beginCheckout(to, sessionOf(request).user, request.body.plan)),
    );
    app.get(
      '/api/billing/checkout',
      { schema: { querystring: checkoutQuery, response: { 200: checkoutResult } } },
      async (request) =>
        asked(request, (to) =>
          readCheckoutResult(to, sessionOf(request).user.uid, request.query.id),
        ),
    );
    app.post('/api/billing/card', { schema: { response: { 200: redirect } } }, async (request) =>
      asked(request, (to) => beginCardChange(to, sessionOf(request).user.uid)),
    );

    app.get(
      '/api/billing/plan',
      { schema: { querystring: planChangeQuery, response: { 200: planChangePreview } } },
      async (request) =>
        asked(request, (to) =>
          previewPlanChange(to, sessionOf(request).user.uid, request.query.plan),
        ),
    );
    app.post(
      '/api/billing/plan',
      { schema: { body: planChangeInput, response: { 200: billingState } } },
      async (request) => {
        const { uid } = sessionOf(request).user;
        const { plan, proratedAt } = request.body;
        const at = proratedAt === undefined ? null : new Date(proratedAt);
        await asked(request, (to) => changePlan(to, uid, { plan, proratedAt: at }));
        return readBillingState(pool, uid);
      },
    );
    const leaving = { ...state, config: { whileSuspended: true } } as const;
    app.post('/api/billing/cancel', leaving, async (request) => {
      const { uid } = sessionOf(request).user;
      await asked(request, (to) => cancelSubscription(to, uid));
      return readBillingState(pool, uid);
    });
    app.post('/api/billing/resume', state, async (request) => {
      const { uid } = sessionOf(request).user;
      await asked(request, (to) => resumeSubscription(to, uid));
      return readBillingState(pool, uid);
    });
  };

/** @throws Refusal: the provider's failures in our words */
async function askedOf<Answer>(
  billing: BillingContext | null,
  use: (billing: BillingContext) => Promise<Answer>,
): Promise<Answer> {
  if (billing === null)
    throw new AppError('unavailable', 'Los pagos no están disponibles ahora mismo.', {
      retryAfterSeconds: 600,
    });
  try {
    return await use(billing);
  } catch (error) {
    if (!(error instanceof PricesMisconfigured)) throw stripeErrorToAppError(error);
    billing.log.error({ err: error }, 'the provider’s prices are not those of our pages');
    throw new AppError('unavailable', 'Los pagos no están disponibles ahora mismo.', {
      retryAfterSeconds: 600,
      cause: error,
    });
  }
}
