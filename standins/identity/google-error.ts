/** Errors in the format of Google's identity service; the SDK derives its error code from the message. */
import type { FastifyInstance } from 'fastify';
import * as z from 'zod';

export class GoogleError extends Error {
  readonly httpStatus: number;
  readonly rpcStatus: string;

  /** @param message for instance `EMAIL_EXISTS`, or `WEAK_PASSWORD : Password should be…` */
  constructor(message: string, httpStatus = 400, rpcStatus = 'INVALID_ARGUMENT') {
    super(message);
    this.httpStatus = httpStatus;
    this.rpcStatus = rpcStatus;
  }
}

export const malformedBody = (detail = ''): GoogleError =>
  new GoogleError(`Invalid JSON payload received. ${detail}`.trim());

/** Parses a request body. @throws GoogleError 400 when it does not match the schema */
export function parseIdentityRequest<T>(schema: z.ZodType<T>, body: unknown): T {
  const parsed = schema.safeParse(body);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw malformedBody(`Invalid value at '${issue?.path.join('.') || 'body'}'`);
}

const httpStatusOf = z.object({ statusCode: z.int().min(400).max(499) });

/** Formats every error under the plugin like Google's. */
export function answerErrorsLikeGoogle(app: FastifyInstance): void {
  app.setErrorHandler(async (error, request, reply) => {
    const known = error instanceof GoogleError ? error : toGoogleError(error);
    if (!known) request.log.error(error);
    const { httpStatus, rpcStatus, message } =
      known ?? new GoogleError('Internal error encountered.', 500, 'INTERNAL');
    return reply.code(httpStatus).send({
      error: {
        code: httpStatus,
        message,
        errors: [{ message, domain: 'global', reason: 'invalid' }],
        status: rpcStatus,
      },
    });
  });
}

/** Fastify's own 4xx errors: too large, wrong length, unreadable. null for other errors */
function toGoogleError(error: unknown): GoogleError | null {
  const parsed = httpStatusOf.safeParse(error);
  if (!parsed.success) return null;
  return new GoogleError(
    error instanceof Error ? error.message : 'Bad request',
    parsed.data.statusCode,
  );
}
