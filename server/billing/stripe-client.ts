/** Stripe SDK setup, and the mapping of its errors to ours. */
import Stripe from 'stripe';
import { AppError } from '../base/errors.ts';

export interface StripeSettings {
  readonly secretKey: string;
  readonly webhookSecret: string;
  /** Replaces Stripe's host; null in production. */
  readonly apiOrigin: string | null;
  /** Of one attempt; tests shorten it. */
  readonly timeoutMs?: number;
}

/** Two attempts fit within the timeout of a browser's request. */
const defaultTimeoutMs = 6_000;
const retryAfterSeconds = 15;

export function createStripe({ secretKey, apiOrigin, timeoutMs }: StripeSettings): Stripe {
  const common = {
    timeout: timeoutMs ?? defaultTimeoutMs,
    maxNetworkRetries: 1,
    telemetry: false,
  } as const;
  if (apiOrigin === null) return new Stripe(secretKey, common);
  const { protocol, hostname, port } = new URL(apiOrigin);
  const secure = protocol === 'https:';
  return new Stripe(secretKey, {
    ...common,
    protocol: secure ? 'https' : 'http',
    host: hostname,
    port: port === '' ? (secure ? 443 : 80) : Number(port),
  });
}

/** `indeterminate`: the call may have been done, so it is repeated under the same idempotency key. */
export type CallOutcome = 'rejected' | 'indeterminate';

export function classifyStripeError(error: unknown): CallOutcome {
  const { StripeConnectionError, StripeRateLimitError, StripeError } = Stripe.errors;
  if (!(error instanceof StripeError)) return 'indeterminate';
  const isIndeterminate =
    error instanceof StripeConnectionError || error instanceof StripeRateLimitError;
  const status = error.statusCode ?? 0;
  // 409: the first call under this key is still running. 5xx: by Stripe's own word the outcome is unknown.
  return isIndeterminate || status === 409 || status >= 500 ? 'indeterminate' : 'rejected';
}

export const isMissing = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeError && error.code === 'resource_missing';

export const isCardDeclined = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeCardError;

/** The SDK's error is never the cause: it holds the request's headers, with the secret key. */
export function stripeErrorToAppError(error: unknown): unknown {
  if (!(error instanceof Stripe.errors.StripeError)) return error;
  const cause = new Error(describeStripeError(error));
  if (error instanceof Stripe.errors.StripeCardError)
    return new AppError(
      'card_declined',
      'Tu banco ha rechazado el cargo. Cambia de tarjeta y vuelve a intentarlo.',
      { cause },
    );
  if (error instanceof Stripe.errors.StripeInvalidRequestError && error.statusCode !== 401)
    return new AppError(
      'conflict',
      'Tu suscripción ha cambiado mientras tanto. Recarga la página y vuelve a intentarlo.',
      { cause },
    );
  return new AppError(
    'unavailable',
    'Ahora mismo no podemos hablar con el servicio de pagos. Inténtalo en unos segundos.',
    { cause, retryAfterSeconds },
  );
}

/** Safe for logs: type, code, status and request id. */
export function describeStripeError(error: unknown): string {
  if (!(error instanceof Stripe.errors.StripeError))
    return error instanceof Error ? error.message : String(error);
  const { type, code, statusCode, requestId } = error;
  return [type, code, statusCode, requestId].filter((part) => part !== undefined).join(' ');
}
