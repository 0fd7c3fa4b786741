/** Errors in the format of Google's REST services. */
import type { FastifyInstance } from 'fastify';

const httpStatusOf = {
  INVALID_ARGUMENT: 400,
  UNAUTHENTICATED: 401,
  PERMISSION_DENIED: 403,
  NOT_FOUND: 404,
  ALREADY_EXISTS: 409,
  INTERNAL: 500,
} as const;

export class RpcError extends Error {
  readonly status: keyof typeof httpStatusOf;
  constructor(status: RpcError['status'], message: string) {
    super(message);
    this.status = status;
  }
}

export function answerErrorsLikeFirestore(app: FastifyInstance): void {
  app.setErrorHandler(async (error, request, reply) => {
    if (!(error instanceof RpcError)) request.log.error(error);
    const { status, message } =
      error instanceof RpcError ? error : new RpcError('INTERNAL', 'Internal error encountered.');
    const code = httpStatusOf[status];
    return reply.code(code).send({ error: { code, message, status } });
  });
}
