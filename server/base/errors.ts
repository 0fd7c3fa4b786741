/** AppError, HTTP status and default message of each code, and the Fastify error handler. */
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';
import type { ErrorBody, ErrorCode } from '#contract/errors.ts';

/** HTTP status of each error code. */
export const httpStatusByCode: Record<ErrorCode, number> = {
  invalid_request: 400,
  unauthenticated: 401,
  plan_limit: 402,
  forbidden: 403,
  not_found: 404,
  conflict: 409,
  email_unconfirmed: 409,
  reauthentication_required: 409,
  validation_failed: 422,
  account_suspended: 422,
  plan_granted: 422,
  card_declined: 422,
  too_many_requests: 429,
  unavailable: 503,
  internal: 500,
};

const defaultMessage: Record<ErrorCode, string> = {
  invalid_request: 'La petición no se entiende.',
  unauthenticated: 'Inicia sesión para continuar.',
  plan_limit: 'Tu plan no llega hasta aquí.',
  forbidden: 'Esta sesión no puede hacer eso.',
  not_found: 'No existe lo que buscas.',
  conflict: 'Alguien lo cambió antes. Recarga y vuelve a intentarlo.',
  email_unconfirmed: 'Antes confirma tu correo electrónico.',
  reauthentication_required:
    'Por seguridad, vuelve a iniciar sesión y repítelo antes de 5 minutos.',
  validation_failed: 'Eso no se puede hacer.',
  account_suspended: 'Tu cuenta está suspendida.',
  plan_granted: 'Tu plan te lo dio el equipo de Vigía.',
  card_declined: 'Tu banco ha rechazado el cargo.',
  too_many_requests: 'Demasiadas peticiones seguidas. Espera un momento.',
  unavailable: 'Ahora mismo no podemos responder. Inténtalo en unos segundos.',
  internal: 'Algo ha fallado por nuestra parte.',
};

export interface FieldError {
  readonly path: string;
  readonly message: string;
}

interface AppErrorExtras {
  readonly requiredPlan?: ErrorBody['requiredPlan'];
  readonly fields?: readonly FieldError[] | undefined;
  readonly retryAfterSeconds?: number;
  readonly stored?: object | undefined;
  readonly cause?: unknown;
}

/** An expected error: thrown by a use case, turned into the response by {@link errorHandler}. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly extras: AppErrorExtras;
  constructor(
    code: ErrorCode,
    message: string = defaultMessage[code],
    extras: AppErrorExtras = {},
  ) {
    super(message, { cause: extras.cause });
    this.name = 'AppError';
    this.code = code;
    this.extras = extras;
  }
}

/** The account was erased during the request. */
export const accountErasedError = (cause?: unknown) =>
  new AppError('unauthenticated', 'Esta cuenta se eliminó.', { cause });

/** The session was revoked by another tab or the identity provider, or the account was closed. */
export const sessionEndedError = () =>
  new AppError('unauthenticated', 'Tu sesión se cerró. Vuelve a iniciar sesión.');

/** PostgreSQL error classes of connections, resources and shutdown. */
const unavailableClasses = ['08', '53', '57', '58'];
/** Conflicts, locks, idle transactions; a demoted primary (25006), and one whose roles have not arrived yet (28P01). */
const retryable = ['40001', '40P01', '55P03', '25P03', '25006', '28P01'];
const foreignKeyViolation = '23503';
const networkCodes = [
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'ETIMEDOUT',
  'EPIPE',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
];
/** Failures that `pg` reports by their message alone. */
const lostConnection =
  /connection terminated|timeout exceeded when trying to connect|timeout expired|query read timeout|not queryable|pool after calling end/i;

/** Maps any error to an AppError: database or network unavailable (503), text that cannot be stored (400), or a bug (500). */
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
  if (/^22[0-9A-Z]{3}$/.test(code))
    return new AppError('invalid_request', undefined, { cause: error });
  if (code === foreignKeyViolation && isAccountReference(error)) return accountErasedError(error);
  return new AppError('internal', undefined, { cause: error });
}

/**
 * Whether a foreign key violation is about an erased account: every `…_uid_fkey` refers to one. Any other missing row is
 * a bug and must not sign the user out.
 */
const isAccountReference = (error: object): boolean =>
  'constraint' in error && String(error.constraint).endsWith('_uid_fkey');

function fromFastify(error: FastifyError): AppError {
  if (hasZodFastifySchemaValidationErrors(error)) {
    const fields = error.validation.slice(0, 20).map(({ instancePath, message }) => ({
      path: instancePath.replace(/^\//, '').slice(0, 200),
      message: (message ?? 'No es válido').slice(0, 200),
    }));
    return new AppError('invalid_request', 'Hay datos que no se entienden.', { fields });
  }
  if (error.statusCode === 429)
    return new AppError('too_many_requests', undefined, { cause: error });
  if (error.statusCode === 413 || error.code === 'FST_ERR_CTP_BODY_TOO_LARGE')
    return new AppError('invalid_request', 'La petición es demasiado grande.');
  if (error.statusCode === 415)
    return new AppError('invalid_request', 'La petición debe ser JSON (application/json).');
  if (error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500)
    return new AppError('invalid_request', undefined, { cause: error });
  return toAppError(error);
}

/** What a request failed with, logged where it is not the request's own fault. */
export function appErrorOf(error: FastifyError | Error, request: FastifyRequest): AppError {
  const appError = error instanceof AppError ? error : fromFastify(error as FastifyError);
  if (appError.code === 'internal') request.log.error({ err: error }, 'unforeseen failure');
  if (appError.code === 'unavailable') request.log.warn({ err: error }, 'a dependency is away');
  return appError;
}

/** The error handler of the whole application, but for pages behind links; never sends a stack or SQL. */
export const errorHandler = (
  error: FastifyError | Error,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply => sendError(appErrorOf(error, request), request, reply);

export function sendError(
  appError: AppError,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const { requiredPlan, fields, retryAfterSeconds, stored } = appError.extras;
  if (retryAfterSeconds !== undefined)
    reply.header('retry-after', String(Math.max(1, Math.ceil(retryAfterSeconds))));
  if (appError.code === 'unauthenticated') reply.header('www-authenticate', 'Bearer');
  const body: ErrorBody = {
    error: appError.message,
    code: appError.code,
    requestId: request.id,
    ...(requiredPlan === undefined ? {} : { requiredPlan }),
    ...(stored === undefined ? {} : { stored: { ...stored } }),
    ...(fields === undefined ? {} : { fields: [...fields] }),
  };
  return reply
    .code(httpStatusByCode[appError.code])
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .send(body);
}
