/** Refusals in the words and shape of Google's identity service; the SDK turns the message into its error code. */
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

/** Reads a request by its schema; what does not fit is the caller's 400, never our 500. */
export function readRequest<T>(schema: z.ZodType<T>, body: unknown): T {
  const read = schema.safeParse(body);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  throw malformedBody(`Invalid value at '${issue?.path.join('.') || 'body'}'`);
}

const httpStatusOf = z.object({ statusCode: z.int().min(400).max(499) });

/** Every refusal under the plugin leaves in Google's shape. */
export function answerErrorsLikeGoogle(app: FastifyInstance): void {
  app.setErrorHandler(async (error, request, reply) => {
    const known = error instanceof GoogleError ? error : fromFastify(error);
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

/** Fastify's own refusals: too large, wrong length, unreadable. */
function fromFastify(error: unknown): GoogleError | null {
  const read = httpStatusOf.safeParse(error);
  if (!read.success) return null;
  return new GoogleError(
    error instanceof Error ? error.message : 'Bad request',
    read.data.statusCode,
  );
}
