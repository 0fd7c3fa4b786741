/** Errors in the format of Google's identity service; the SDK derives its error code from the message. */
import type { FastifyInstance } from 'fastify';

export class GoogleError extends Error {
  readonly status: number;
  /** @param message for instance `EMAIL_EXISTS`, or `WEAK_PASSWORD : Password should be…` */
  constructor(message: string, status = 400) {
    super(message);
    this.status = status;
  }
}

/** Formats every error under the plugin like Google's. */
export function answerErrorsLikeGoogle(app: FastifyInstance): void {
  app.setErrorHandler(async (error, request, reply) => {
    if (!(error instanceof GoogleError)) request.log.error(error);
    const { status, message } =
      error instanceof GoogleError ? error : new GoogleError('Internal error encountered.', 500);
    return reply.code(status).send({ error: { code: status, message, errors: [{ message }] } });
  });
}
