/** `/api/billing/*`. GET state and invoices read our tables only, so they work while Stripe is unreachable. */
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
import { limitPerAccount } from '../auth/limit-per-account.ts';
import { AppError } from '../base/errors.ts';
import type { BillingContext } from './billing-context.ts';
import { buildBillingState, buildInvoices } from './billing-view.ts';
import { cancelSubscription, resumeSubscription } from './cancel-subscription.ts';
import { changePlan, previewPlanChange } from './change-plan.ts';
import { beginCardChange, beginCheckout, fetchCheckoutResult } from './checkout.ts';
import { stripeErrorToAppError } from './stripe-client.ts';
import { PricesMisconfigured } from './stripe-prices.ts';

/** The client polls every 2 s after the card page; each poll makes several calls to Stripe. */
const providerCallsPerMinute = 60;

export interface BillingRouteOptions {
  readonly pool: pg.Pool;
  /** null when Stripe is not configured. */
  readonly billing: BillingContext | null;
}

export const billingRoutes =
  ({ pool, billing }: BillingRouteOptions): FastifyPluginAsyncZod =>
  async (app) => {
    const countCall = limitPerAccount(app, { max: providerCallsPerMinute, timeWindow: '1 minute' });
    const callProvider = async <Answer>(
      request: FastifyRequest,
      call: (billing: BillingContext) => Promise<Answer>,
    ) => {
      await countCall(request);
      return withBilling(billing, call);
    };
    const options = { config: { keyScope: 'never' } } as const;
    const stateOptions = { ...options, schema: { response: { 200: billingState } } };

    app.get('/api/billing/state', stateOptions, async (request) =>
      buildBillingState(pool, sessionOf(request).user.uid),
    );
    app.get(
      '/api/billing/invoices',
      { ...options, schema: { response: { 200: invoices } } },
      async (request) => buildInvoices(pool, sessionOf(request).user.uid),
    );

    app.post(
      '/api/billing/checkout',
      { ...options, schema: { body: checkoutInput, response: { 200: redirect } } },
      async (request) =>
        callProvider(request, (context) =>
          beginCheckout(context, sessionOf(request).user, request.body.plan),
        ),
    );
    app.get(
      '/api/billing/checkout',
      { ...options, schema: { querystring: checkoutQuery, response: { 200: checkoutResult } } },
      async (request) =>
        callProvider(request, (context) =>
          fetchCheckoutResult(context, sessionOf(request).user.uid, request.query.id),
        ),
    );
    app.post(
      '/api/billing/card',
      { ...options, schema: { response: { 200: redirect } } },
      async (request) =>
        callProvider(request, (context) => beginCardChange(context, sessionOf(request).user.uid)),
    );

    app.get(
      '/api/billing/plan',
      {
        ...options,
        schema: { querystring: planChangeQuery, response: { 200: planChangePreview } },
      },
      async (request) =>
        callProvider(request, (context) =>
          previewPlanChange(context, sessionOf(request).user.uid, request.query.plan),
        ),
    );
    app.post(
      '/api/billing/plan',
      { ...options, schema: { body: planChangeInput, response: { 200: billingState } } },
      async (request) => {
        const { uid } = sessionOf(request).user;
        const { plan, proratedAt } = request.body;
        const shownAt = proratedAt === undefined ? null : new Date(proratedAt);
        await callProvider(request, (context) =>
          changePlan(context, uid, { plan, proratedAt: shownAt }),
        );
        return buildBillingState(pool, uid);
      },
    );
    const cancelOptions = {
      ...stateOptions,
      config: { ...options.config, allowWhileSuspended: true },
    } as const;
    app.post('/api/billing/cancel', cancelOptions, async (request) => {
      const { uid } = sessionOf(request).user;
      await callProvider(request, (context) => cancelSubscription(context, uid));
      return buildBillingState(pool, uid);
    });
    app.post('/api/billing/resume', stateOptions, async (request) => {
      const { uid } = sessionOf(request).user;
      await callProvider(request, (context) => resumeSubscription(context, uid));
      return buildBillingState(pool, uid);
    });
  };

/** @throws AppError `unavailable` without a configured provider, or Stripe's error translated */
async function withBilling<Answer>(
  billing: BillingContext | null,
  call: (billing: BillingContext) => Promise<Answer>,
): Promise<Answer> {
  if (billing === null)
    throw new AppError('unavailable', 'Los pagos no están disponibles ahora mismo.', {
      retryAfterSeconds: 600,
    });
  try {
    return await call(billing);
  } catch (error) {
    if (!(error instanceof PricesMisconfigured)) throw stripeErrorToAppError(error);
    billing.log.error({ err: error }, 'Stripe prices do not match the published plans');
    throw new AppError('unavailable', 'Los pagos no están disponibles ahora mismo.', {
      retryAfterSeconds: 600,
      cause: error,
    });
  }
}
