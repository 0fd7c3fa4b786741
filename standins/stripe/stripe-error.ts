/** Errors in Stripe's format, which the SDK parses. Messages are English, like Stripe's. */

interface ErrorBody {
  readonly type: 'api_error' | 'card_error' | 'idempotency_error' | 'invalid_request_error';
  readonly message: string;
  readonly code?: string;
  readonly param?: string;
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

export const resourceMissing = (what: string, id: string) =>
  new StripeError(404, {
    type: 'invalid_request_error',
    code: 'resource_missing',
    message: `No such ${what}: '${id}'`,
  });

export const invalidRequest = (message: string, details: { code?: string; param?: string } = {}) =>
  new StripeError(400, { type: 'invalid_request_error', message, ...details });

export const cardDeclined = () =>
  new StripeError(402, {
    type: 'card_error',
    code: 'card_declined',
    message: 'Your card was declined.',
  });
