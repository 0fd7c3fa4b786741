/** Turns every failure into the one answer clients know (contract/errors.ts). Never a stack, never SQL. */
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';
import type { ErrorBody, ErrorCode } from '#contract/errors.ts';

/** The status each refusal answers with (api.md). */
export const statusOf: Record<ErrorCode, number> = {
  malformed: 400,
  unauthenticated: 401,
  plan_limit: 402,
  forbidden: 403,
  not_found: 404,
  conflict: 409,
  email_unconfirmed: 409,
  recent_sign_in_required: 409,
  rule_broken: 422,
  too_many_requests: 429,
  unavailable: 503,
  internal: 500,
};

const sentenceOf: Record<ErrorCode, string> = {
  malformed: 'La petición no se entiende.',
  unauthenticated: 'Inicia sesión para continuar.',
  plan_limit: 'Tu plan no llega hasta aquí.',
  forbidden: 'Esta sesión no puede hacer eso.',
  not_found: 'No existe lo que buscas.',
  conflict: 'Alguien lo cambió antes. Recarga y vuelve a intentarlo.',
  email_unconfirmed: 'Antes confirma tu correo electrónico.',
  recent_sign_in_required: 'Por seguridad, vuelve a iniciar sesión y repítelo antes de 5 minutos.',
  rule_broken: 'Eso no se puede hacer.',
  too_many_requests: 'Demasiadas peticiones seguidas. Espera un momento.',
  unavailable: 'Ahora mismo no podemos responder. Inténtalo en unos segundos.',
  internal: 'Algo ha fallado por nuestra parte.',
};

export interface FieldError {
  readonly path: string;
  readonly message: string;
}

interface Extras {
  readonly requiredPlan?: ErrorBody['requiredPlan'];
  readonly fields?: readonly FieldError[];
  readonly retryAfterSeconds?: number;
  readonly cause?: unknown;
}

/** An expected refusal: thrown by a use case, answered by {@link errorHandler}. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly extras: Extras;
  constructor(code: ErrorCode, message: string = sentenceOf[code], extras: Extras = {}) {
    super(message, { cause: extras.cause });
    this.name = 'Refusal';
    this.code = code;
    this.extras = extras;
  }
}

/** The account ended while its owner was asking for something. */
export const accountErasedError = (cause?: unknown) =>
  new AppError('unauthenticated', 'Esta cuenta se eliminó.', { cause });

/** It was ended in another tab or by its provider, or the account was closed. */
export const sessionEndedError = () =>
  new AppError('unauthenticated', 'Tu sesión se cerró. Vuelve a iniciar sesión.');

/** PostgreSQL error classes that mean “not now”: connection, resources, shutdown; conflicts, and a transaction that slept. */
const unavailableClasses = ['08', '53', '57', '58'];
const retryable = ['40001', '40P01', '55P03', '25P03'];
/** “foreign_key_violation”. */
const refersToNothing = '23503';
const networkCodes = ['ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'ETIMEDOUT', 'EPIPE', 'ENOTFOUND'];
const lostConnection =
  /connection terminated|timeout exceeded when trying to connect|not queryable|pool after calling end/i;

/** What an unforeseen error says about the request: our database is away, its text cannot be stored, or a bug. */
export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  if (!(error instanceof Error)) return new AppError('internal', undefined, { cause: error });
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  const unavailable =
    retryable.includes(code) ||
    networkCodes.includes(code) ||
    (/^[0-9A-Z]{5}$/.test(code) && unavailableClasses.includes(code.slice(0, 2))) ||
    lostConnection.test(error.message) ||
    (error instanceof AggregateError &&
      error.errors.some((inner) => toAppError(inner).code === 'unavailable'));
  if (unavailable)
    return new AppError('unavailable', undefined, { retryAfterSeconds: 5, cause: error });
  // Class 22, “data exception”: NUL bytes and the like, which no schema can store.
  if (/^22[0-9A-Z]{3}$/.test(code)) return new AppError('malformed', undefined, { cause: error });
  if (code === refersToNothing && isAboutAccount(error)) return accountErasedError(error);
  return new AppError('internal', undefined, { cause: error });
}

/**
 * Of all that requests refer to, accounts alone ever go away; every `…_uid_fkey` refers to one. Whatever else should be
 * missing is our mistake, and signs nobody out.
 */
const isAboutAccount = (error: object): boolean =>
  'constraint' in error && String(error.constraint).endsWith('_uid_fkey');

function fromFastify(error: FastifyError): AppError {
  if (hasZodFastifySchemaValidationErrors(error)) {
    const fields = error.validation.slice(0, 20).map(({ instancePath, message }) => ({
      path: instancePath.replace(/^\//, '').slice(0, 200),
      message: (message ?? 'No es válido').slice(0, 200),
    }));
    return new AppError('malformed', 'Hay datos que no se entienden.', { fields });
  }
  if (error.statusCode === 429)
    return new AppError('too_many_requests', undefined, { cause: error });
  if (error.statusCode === 413 || error.code === 'FST_ERR_CTP_BODY_TOO_LARGE')
    return new AppError('malformed', 'La petición es demasiado grande.');
  if (error.statusCode === 415)
    return new AppError('malformed', 'La petición debe ser JSON (application/json).');
  if (error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500)
    return new AppError('malformed', undefined, { cause: error });
  return toAppError(error);
}

/** The error handler of the whole application. */
export function errorHandler(
  error: FastifyError | Error,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const refusal = error instanceof AppError ? error : fromFastify(error as FastifyError);
  if (refusal.code === 'internal') request.log.error({ err: error }, 'unforeseen failure');
  if (refusal.code === 'unavailable') request.log.warn({ err: error }, 'a dependency is away');
  return sendError(refusal, request, reply);
}

export function sendError(
  refusal: AppError,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const { requiredPlan, fields, retryAfterSeconds } = refusal.extras;
  if (retryAfterSeconds !== undefined)
    reply.header('retry-after', String(Math.max(1, Math.ceil(retryAfterSeconds))));
  if (refusal.code === 'unauthenticated') reply.header('www-authenticate', 'Bearer');
  const body: ErrorBody = {
    error: refusal.message,
    code: refusal.code,
    requestId: request.id,
    ...(requiredPlan === undefined ? {} : { requiredPlan }),
    ...(fields === undefined ? {} : { fields: [...fields] }),
  };
  return reply
    .code(statusOf[refusal.code])
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .send(body);
}
