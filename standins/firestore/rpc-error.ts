/** Errors in the format of Google's REST services. */
import type { FastifyInstance } from 'fastify';
import * as z from 'zod';

const httpStatusOf = {
  INVALID_ARGUMENT: 400,
  UNAUTHENTICATED: 401,
  PERMISSION_DENIED: 403,
  NOT_FOUND: 404,
  ALREADY_EXISTS: 409,
  INTERNAL: 500,
  UNIMPLEMENTED: 501,
} as const;
type RpcStatus = keyof typeof httpStatusOf;

export class RpcError extends Error {
  readonly status: RpcStatus;
  constructor(status: RpcStatus, message: string) {
    super(message);
    this.status = status;
  }
}

export const invalidArgument = (message: string): RpcError =>
  new RpcError('INVALID_ARGUMENT', message);

/** @throws RpcError INVALID_ARGUMENT when it does not match the schema */
export function parseRequest<T>(schema: z.ZodType<T>, body: unknown): T {
  const parsed = schema.safeParse(body);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw invalidArgument(
    `Invalid value at '${issue?.path.join('.') || 'body'}': ${issue?.message ?? ''}`,
  );
}

const fastifyError = z.object({ statusCode: z.int().min(400).max(499), message: z.string() });

export function answerErrorsLikeFirestore(app: FastifyInstance): void {
  app.setErrorHandler(async (error, request, reply) => {
    if (error instanceof RpcError)
      return reply.code(httpStatusOf[error.status]).send(errorBody(error));
    const parsed = fastifyError.safeParse(error);
    if (parsed.success)
      return reply.code(400).send(errorBody(invalidArgument(parsed.data.message)));
    request.log.error(error);
    return reply.code(500).send(errorBody(new RpcError('INTERNAL', 'Internal error encountered.')));
  });
}

const errorBody = ({ status, message }: RpcError) => ({
  error: { code: httpStatusOf[status], message, status },
});
