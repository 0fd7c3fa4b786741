/** Errors in Stripe's format, which the SDK parses. Messages are English, like Stripe's. */
import type { ChargeOutcome } from '../state/records.ts';

interface ErrorBody {
  readonly type: 'api_error' | 'card_error' | 'idempotency_error' | 'invalid_request_error';
  readonly message: string;
  readonly code?: string;
  readonly param?: string;
  readonly decline_code?: string;
}

export class StripeError extends Error {
  readonly status: number;
  readonly body: ErrorBody;
  constructor(status: number, body: ErrorBody) {
    super(body.message);
    this.status = status;
    this.body = body;
  }
}

export const resourceMissing = (what: string, id: string, param = 'id') =>
  new StripeError(404, {
    type: 'invalid_request_error',
    code: 'resource_missing',
    message: `No such ${what}: '${id}'`,
    param,
  });

export const invalidRequest = (message: string, param?: string, code?: string) =>
  new StripeError(400, {
    type: 'invalid_request_error',
    message,
    ...(code === undefined ? {} : { code }),
    ...(param === undefined ? {} : { param }),
  });

const cardErrors = {
  decline: ['card_declined', 'generic_decline', 'Your card was declined.'],
  insufficient: ['card_declined', 'insufficient_funds', 'Your card has insufficient funds.'],
  authenticate: [
    'authentication_required',
    'authentication_required',
    'Your card was declined. This transaction requires authentication.',
  ],
} as const satisfies Record<Exclude<ChargeOutcome, 'accept'>, readonly [string, string, string]>;

export function cardError(outcome: Exclude<ChargeOutcome, 'accept'>): StripeError {
  const [code, declineCode, message] = cardErrors[outcome];
  return new StripeError(402, {
    type: 'card_error',
    code,
    decline_code: declineCode,
    message,
  });
}
