import Stripe from 'stripe';
import { describe, expect, it } from 'vitest';
import { AppError } from '../base/errors.ts';
import {
  classifyStripeError,
  createStripe,
  describeStripeError,
  isMissing,
  stripeErrorToAppError,
} from './stripe-client.ts';

const { errors } = Stripe;
const raw = (type: string, more: object = {}) => ({ type, message: 'sk_live_1', ...more }) as never;

describe('how a Stripe error is mapped', () => {
  it.each([
    ['StripeCardError', 402, 'card_declined', 'rejected'],
    // Something that changed meanwhile.
    ['StripeInvalidRequestError', 400, 'conflict', 'rejected'],
    ['StripeConnectionError', undefined, 'unavailable', 'indeterminate'],
    // The same call still running.
    ['StripeIdempotencyError', 409, 'unavailable', 'indeterminate'],
    ['StripeRateLimitError', 429, 'unavailable', 'indeterminate'],
    ['StripeAPIError', 500, 'unavailable', 'indeterminate'],
    // A revoked key.
    ['StripeAuthenticationError', 401, 'unavailable', 'rejected'],
  ] as const)('%s %s', (name, statusCode, code, outcome) => {
    const error = new errors[name](raw('api_error', { statusCode }));
    const mapped = stripeErrorToAppError(error);
    expect(mapped).toBeInstanceOf(AppError);
    expect(mapped).toMatchObject({ code });
    expect(classifyStripeError(error)).toBe(outcome);
    expect(String(mapped) + String(mapped instanceof Error && mapped.cause)).not.toContain(
      'sk_live',
    );
  });

  it('tells what no longer exists at Stripe from everything else', () => {
    const missing = raw('invalid_request_error', { code: 'resource_missing', statusCode: 404 });
    expect(isMissing(new errors.StripeInvalidRequestError(missing))).toBe(true);
    const other = raw('invalid_request_error', { code: 'parameter_missing', statusCode: 400 });
    expect(isMissing(new errors.StripeInvalidRequestError(other))).toBe(false);
    expect(isMissing(Object.assign(new Error('ours'), { code: 'resource_missing' }))).toBe(false);
  });

  it('names what Stripe answered, in a log without its message, and another error by its own', () => {
    const declined = raw('card_error', { code: 'card_declined', statusCode: 402 });
    expect(describeStripeError(new errors.StripeCardError(declined))).toBe(
      'StripeCardError card_declined 402',
    );
    expect(describeStripeError(new TypeError('no plan'))).toBe('no plan');
    expect(describeStripeError('text')).toBe('text');
  });

  it('carries no key into a log, even when the connection is refused', async () => {
    const options = { secretKey: 'sk_live_9', webhookSecret: '', apiOrigin: 'http://127.0.0.1:9' };
    const error: unknown = await createStripe(options)
      .customers.create({})
      .catch((rejection: unknown) => rejection);
    const mapped = stripeErrorToAppError(error);
    expect(mapped).toMatchObject({ code: 'unavailable', extras: { retryAfterSeconds: 15 } });
    const { stack, cause } = mapped instanceof Error ? mapped : new Error('not an error');
    expect(`${stack} ${cause} ${describeStripeError(error)}`).not.toContain('sk_live_9');
  });
});
