/**
 * Base query of all API requests: bearer token, JSON, and one refresh-and-retry when the token is rejected. The session
 * is the mutex: N parallel rejections cause one refresh.
 */
import {
  type BaseQueryFn,
  type FetchArgs,
  type FetchBaseQueryError,
  fetchBaseQuery,
} from '@reduxjs/toolkit/query';
import type { ErrorCode } from '#contract/errors.ts';
import type { ProfilePatch } from '#contract/users.ts';
import type { SessionPort } from '../session-port.ts';
import type { ShownMatches } from '../shown-matches.ts';
import { fetchOrTakeEarly } from './early-answers.ts';
import type { PriceBatcher } from './price-batcher.ts';
import { withReauth } from './with-reauth.ts';
import { readAfterWrites, writeInTurn } from './write-order.ts';

/** Error for screens: a Spanish message to show, a code to branch on. */
export interface ApiError {
  /** HTTP status; 0 when the server was not reached. */
  readonly status: number;
  readonly code: ErrorCode | 'offline' | 'timeout' | 'no_session' | 'unknown';
  readonly message: string;
  readonly requiredPlan?: 'premium' | 'elite';
  /** Of a conflict: what is stored instead of what `If-Match` names. */
  readonly stored?: unknown;
}

const noConnection = 'Sin conexión. Inténtalo de nuevo';
/** Failed changes are not queued: later the user might no longer want them. */
const unsentChange = 'Sin conexión: no se ha guardado nada. Inténtalo cuando vuelva';
const timedOut = 'El servidor tarda demasiado en responder. Inténtalo de nuevo';
/** The change may have arrived: only the answer is missing. */
const timedOutChange =
  'El servidor tarda demasiado en responder. Comprueba si se ha guardado antes de repetirlo';
const tokenRefreshFailedMessage = 'Token expirado y no se pudo renovar';

export interface ApiExtra {
  readonly session: SessionPort;
  /** Updates the user's own profile document. Without it, only the server does. */
  readonly updateOwnDocument?: (change: ProfilePatch) => Promise<void>;
  /** Without it, prices stay as fetched. */
  readonly priceBatcher?: PriceBatcher;
  /** Without it, the stream does not know what is on screen. */
  readonly shownMatches?: ShownMatches;
}

const requestTimeoutMs = 30_000;
/** Of an export, whose size has no fixed bound. */
export const exportTimeoutMs = 300_000;

interface RequestOptions {
  /** The request closes or erases the account; see `SessionPort.beginAccountDeletion`. */
  readonly deletesAccount?: boolean;
  /** It is sent after the write before: a switch pressed twice ends in its last position. */
  readonly writesInTurn?: boolean;
  readonly readsAfterWrites?: boolean;
}

export function reauthBaseQuery(): BaseQueryFn<
  string | FetchArgs,
  unknown,
  ApiError,
  RequestOptions
> {
  const baseQuery = fetchBaseQuery({
    baseUrl: '/',
    timeout: requestTimeoutMs,
    fetchFn: fetchOrTakeEarly,
  });
  return async (args, api, extraOptions) => {
    const { session } = api.extra as ApiExtra;
    const request: FetchArgs = typeof args === 'string' ? { url: args } : args;
    // Downloads are mutations too, so that they are not cached.
    const isChange = api.type === 'mutation' && (request.method ?? 'GET') !== 'GET';
    const send = async (token: string) => {
      const headers = new Headers(request.headers as HeadersInit | undefined);
      headers.set('authorization', `Bearer ${token}`);
      const { data, error } = await baseQuery({ ...request, headers }, api, extraOptions);
      return error ? { error: toApiError(error, isChange) } : { data };
    };
    const sendAccountDeletion = async (token: string) => {
      const cancelDeletion = session.beginAccountDeletion();
      const answer = await send(token);
      if (answer.error) cancelDeletion();
      return answer;
    };
    const sendRequest = extraOptions?.deletesAccount ? sendAccountDeletion : send;
    const answer = async () =>
      (await withReauth(session, api.signal, sendRequest, ({ error }) => error?.status)) ?? {
        error: noSession,
      };
    if (extraOptions?.writesInTurn) return writeInTurn(api.extra, answer);
    return extraOptions?.readsAfterWrites ? readAfterWrites(api.extra, answer) : answer();
  };
}

const noSession: ApiError = { status: 401, code: 'no_session', message: tokenRefreshFailedMessage };

/** The body's `error` field, otherwise `HTTP error! status: {code}`. */
function toApiError(error: FetchBaseQueryError, isChange: boolean): ApiError {
  if (typeof error.status !== 'number') {
    const status = error.status === 'PARSING_ERROR' ? error.originalStatus : 0;
    if (status !== 0) return { status, code: 'unknown', message: `HTTP error! status: ${status}` };
    if (error.status === 'TIMEOUT_ERROR')
      return { status, code: 'timeout', message: isChange ? timedOutChange : timedOut };
    // Only with the browser offline is it certain that nothing was sent.
    const isUnsent = isChange && error.status === 'FETCH_ERROR' && navigator.onLine === false;
    return { status, code: 'offline', message: isUnsent ? unsentChange : noConnection };
  }
  const body = isRecord(error.data) ? error.data : {};
  return {
    status: error.status,
    code: typeof body.code === 'string' ? (body.code as ErrorCode) : 'unknown',
    message:
      typeof body.error === 'string' && body.error.trim() !== ''
        ? body.error
        : `HTTP error! status: ${error.status}`,
    ...(body.requiredPlan === 'premium' || body.requiredPlan === 'elite'
      ? { requiredPlan: body.requiredPlan }
      : {}),
    ...(body.stored !== undefined && { stored: body.stored }),
  };
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;
