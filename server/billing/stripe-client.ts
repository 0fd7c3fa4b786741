/** The card provider's SDK, pointed where the configuration says, and its refusals in our words. */
import Stripe from 'stripe';
import { AppError } from '../errors.ts';

export interface StripeSettings {
  readonly secretKey: string;
  readonly webhookSecret: string;
  /** Another host than Stripe's own; null in production. */
  readonly apiOrigin: string | null;
  /** Of one try; tests do not wait that long. */
  readonly timeoutMs?: number;
}

/** Two tries of this length stay within the time a browser's request may take. */
const usualTimeoutMs = 6_000;
const retryAfterSeconds = 15;

export function createStripe({ secretKey, apiOrigin, timeoutMs }: StripeSettings): Stripe {
  const common = {
    timeout: timeoutMs ?? usualTimeoutMs,
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

/** What a failed call leaves open. `unheard`: nobody knows whether it was done, so the same key asks again. */
export type CallOutcome = 'refused' | 'unheard';

export function classifyStripeError(error: unknown): CallOutcome {
  const { StripeConnectionError, StripeRateLimitError, StripeError } = Stripe.errors;
  if (!(error instanceof StripeError)) return 'unheard';
  const unheard = error instanceof StripeConnectionError || error instanceof StripeRateLimitError;
  // 409: the first call under this key is still being worked on.
  return unheard || error.statusCode === 409 ? 'unheard' : 'refused';
}

export const isMissing = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeError && error.code === 'resource_missing';

export const isCardRefused = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeCardError;

/** Never with the SDK's own error as the cause: it carries the request's headers. */
export function stripeErrorToAppError(error: unknown): unknown {
  if (!(error instanceof Stripe.errors.StripeError)) return error;
  const cause = new Error(describeStripeError(error));
  if (error instanceof Stripe.errors.StripeCardError)
    return new AppError(
      'rule_broken',
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

/** What a log may know of a failed call. */
export function describeStripeError(error: unknown): string {
  if (!(error instanceof Stripe.errors.StripeError))
    return error instanceof Error ? error.message : String(error);
  const { type, code, statusCode, requestId } = error;
  return [type, code, statusCode, requestId].filter((part) => part !== undefined).join(' ');
}
