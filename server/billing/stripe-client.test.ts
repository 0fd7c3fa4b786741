import Stripe from 'stripe';
import { describe, expect, it } from 'vitest';
import { ConfigError, loadConfig } from '../config.ts';
import { AppError } from '../errors.ts';
import {
  classifyStripeError,
  createStripe,
  describeStripeError,
  stripeErrorToAppError,
} from './stripe-client.ts';

const environment = {
  APP_ORIGIN: 'https://vigia.example',
  DATABASE_URL: 'postgres://localhost/vigia',
  IDENTITY_PROJECT_ID: 'vigia',
  IDENTITY_API_KEY: 'k',
  SMTP_URL: 'smtp://localhost',
  MAIL_FROM: 'avisos@vigia.example',
  LINK_SECRET: 's'.repeat(32),
  EMAILJS_PUBLIC_KEY: 'k',
  EMAILJS_SERVICE_ID: 's',
  EMAILJS_TEMPLATE_ID: 't',
  SUPPORT_EMAIL: 'ayuda@vigia.example',
  LANDING_URL: 'https://vigia.example',
};
const keys = { STRIPE_SECRET_KEY: 'sk_live_1', STRIPE_WEBHOOK_SECRET: 'whsec_1' };
const production = { ...environment, NODE_ENV: 'production' };
const faultsOf = (env: Record<string, string>): string => {
  try {
    loadConfig(env, '1');
    return '';
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
};

describe('the configuration of payments', () => {
  it('may be left out on one’s own computer, never in production', () => {
    expect(loadConfig(environment, '1').payments).toBeNull();
    const said = faultsOf(production);
    expect(said).toContain('STRIPE_SECRET_KEY: falta');
    expect(said).toContain('STRIPE_WEBHOOK_SECRET: falta');
    expect(loadConfig({ ...production, ...keys }, '1').payments).toEqual({
      secretKey: 'sk_live_1',
      webhookSecret: 'whsec_1',
      apiOrigin: null,
    });
  });

  it.each([
    [
      'a key of another kind',
      { ...keys, STRIPE_SECRET_KEY: 'pk_live_1' },
      /STRIPE_SECRET_KEY: debe/,
    ],
    ['a secret of another kind', { ...keys, STRIPE_WEBHOOK_SECRET: 'x' }, /WEBHOOK_SECRET: debe/],
    ['one without the other', { STRIPE_SECRET_KEY: 'sk_1' }, /STRIPE_WEBHOOK_SECRET: falta/],
    ['an open line', { ...keys, STRIPE_API_ORIGIN: 'http://pagos.example' }, /https/],
  ])('refuses %s, and repeats no secret', (_, given, expected) => {
    const said = faultsOf({ ...production, ...given });
    expect(said).toMatch(expected);
    expect(said).not.toMatch(/sk_live_1|pk_live_1|whsec_1/);
  });
});

const { errors } = Stripe;
const raw = (type: string, more: object = {}) => ({ type, message: 'sk_live_1', ...more }) as never;

describe('what a failure of the provider means', () => {
  it.each([
    ['a refused card', new errors.StripeCardError(raw('card_error')), 'rule_broken', 'refused'],
    [
      'something that changed meanwhile',
      new errors.StripeInvalidRequestError(raw('invalid_request_error', { statusCode: 400 })),
      'conflict',
      'refused',
    ],
    ['a broken line', new errors.StripeConnectionError(raw('api_error')), 'unavailable', 'unheard'],
    [
      'the same call still at work',
      new errors.StripeIdempotencyError(raw('idempotency_error', { statusCode: 409 })),
      'unavailable',
      'unheard',
    ],
    [
      'too much at once',
      new errors.StripeRateLimitError(raw('api_error', { statusCode: 429 })),
      'unavailable',
      'unheard',
    ],
    [
      'a fault of theirs',
      new errors.StripeAPIError(raw('api_error', { statusCode: 500 })),
      'unavailable',
      'refused',
    ],
    [
      'a key that was revoked',
      new errors.StripeAuthenticationError(raw('authentication_error', { statusCode: 401 })),
      'unavailable',
      'refused',
    ],
  ] as const)('%s', (_, error, code, outcome) => {
    const refusal = stripeErrorToAppError(error);
    if (!(refusal instanceof AppError)) throw new Error('not a refusal');
    expect([refusal.code, classifyStripeError(error)]).toEqual([code, outcome]);
    expect(refusal.message).not.toContain('sk_live');
    expect(String(refusal.cause)).not.toContain('sk_live');
  });

  it('carries no key into a log, even with nobody at the other end', async () => {
    const stripe = createStripe({
      secretKey: 'sk_live_9',
      webhookSecret: '',
      apiOrigin: 'http://127.0.0.1:9',
    });
    const error: unknown = await stripe.customers.create({}).catch((fault: unknown) => fault);
    const refusal = stripeErrorToAppError(error);
    expect(refusal).toMatchObject({ code: 'unavailable', extras: { retryAfterSeconds: 15 } });
    expect(describeStripeError(error)).not.toContain('sk_live_9');
    expect(refusal instanceof Error && String(refusal.stack) + String(refusal.cause)).not.toContain(
      'sk_live_9',
    );
  });

  it('leaves our own faults alone', () => {
    const bug = new TypeError('ours');
    expect(stripeErrorToAppError(bug)).toBe(bug);
  });
});
