/**
 * The one way to the backend: bearer token, JSON, and one shared renewal when the token is refused
 * (specification, sections 4 and 7). The session is the mutex: N parallel refusals cause one refresh.
 */
import {
  type BaseQueryFn,
  type FetchArgs,
  type FetchBaseQueryError,
  fetchBaseQuery,
} from '@reduxjs/toolkit/query';
import type { ErrorCode } from '#contract/errors.ts';
import type { SessionPort } from '../session-port.ts';
import type { PriceBatcher } from './price-batcher.ts';
import { withReauth } from './with-reauth.ts';

/** What screens see of a failure: a sentence for people, a code for decisions. */
export interface ApiError {
  /** HTTP status; 0 when the server was not reached. */
  readonly status: number;
  readonly code: ErrorCode | 'offline' | 'no_session' | 'unknown';
  readonly message: string;
  readonly requiredPlan?: 'premium' | 'elite';
}

const noConnection = 'Sin conexión. Inténtalo de nuevo';
/** Changes are never kept to be sent later: by then they might not be what the person wants. */
const unsentChange = 'Sin conexión: no se ha guardado nada. Inténtalo cuando vuelva';
export const unrenewableToken = 'Token expirado y no se pudo renovar';

export interface ApiExtra {
  readonly session: SessionPort;
  /** Without it, prices stay as they were read. */
  readonly live?: PriceBatcher;
}

interface AskOptions {
  /** Once it is answered there is no account, and soon no session. */
  readonly endsAccount?: boolean;
}

/** @param baseUrl where the backend is; the page's own origin unless told otherwise */
export function reauthBaseQuery(
  baseUrl = '/',
): BaseQueryFn<string | FetchArgs, unknown, ApiError, AskOptions, { etag?: string | undefined }> {
  const raw = fetchBaseQuery({ baseUrl, timeout: 30_000 });
  return async (args, api, extraOptions) => {
    const { session } = api.extra as ApiExtra;
    const request = typeof args === 'string' ? { url: args } : args;
    const ask = async (token: string) => {
      const headers = new Headers(request.headers as HeadersInit | undefined);
      headers.set('authorization', `Bearer ${token}`);
      const answer = await raw({ ...request, headers }, api, extraOptions);
      const etag = answer.meta?.response?.headers.get('etag') ?? undefined;
      return answer.error
        ? { error: describe(answer.error, api.type === 'mutation'), meta: { etag } }
        : { data: answer.data, meta: { etag } };
    };
    const askLast = async (token: string) => {
      const accountStays = session.beginEnding();
      const answer = await ask(token);
      if (answer.error) accountStays();
      return answer;
    };
    const asked = extraOptions?.endsAccount ? askLast : ask;
    const answer = await withReauth(session, api.signal, asked, ({ error }) => error?.status);
    return answer ?? { error: noSession };
  };
}

const noSession: ApiError = { status: 401, code: 'no_session', message: unrenewableToken };

/** “The client reads the error field of the body, otherwise reports HTTP error! status: {code}.” */
function describe(error: FetchBaseQueryError, isChange: boolean): ApiError {
  if (typeof error.status !== 'number') {
    const status = error.status === 'PARSING_ERROR' ? error.originalStatus : 0;
    if (status !== 0) return { status, code: 'unknown', message: `HTTP error! status: ${status}` };
    // Only a browser that knows itself offline can promise that nothing left it.
    const isUnsent = isChange && error.status === 'FETCH_ERROR' && navigator.onLine === false;
    return { status, code: 'offline', message: isUnsent ? unsentChange : noConnection };
  }
  const body = isRecord(error.data) ? error.data : {};
  return {
    status: error.status,
    code: typeof body.code === 'string' ? (body.code as ErrorCode) : 'unknown',
    message: typeof body.error === 'string' ? body.error : `HTTP error! status: ${error.status}`,
    ...(body.requiredPlan === 'premium' || body.requiredPlan === 'elite'
      ? { requiredPlan: body.requiredPlan }
      : {}),
  };
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;
