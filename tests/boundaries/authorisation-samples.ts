/** A valid request for every route with a session, naming another user's objects wherever the route takes ids. */
import type { InjectOptions } from 'fastify';
import type { KeyScope } from '#contract/api-keys.ts';
import { pushKeys } from '#tests/support/push-keys.ts';
import { below } from './api-user.ts';

/** Ids of another user's objects. */
export interface OwnedIds {
  readonly thresholdId: string;
  readonly alertId: string;
  /** Checkout session. */
  readonly sessionId: string;
  readonly apiKeyId: string;
  readonly channelId: string;
}

type SampleRequest = Pick<InjectOptions, 'payload' | 'headers'> & {
  readonly query?: string;
  /** Of the path. */
  readonly params?: Readonly<Record<string, string>>;
};

export interface Sample {
  /** Which keys it accepts; absent for plan, payment, account and keys, which accept none. */
  readonly keys?: KeyScope;
  /** Names the other user's objects. */
  readonly request: SampleRequest | ((ids: OwnedIds) => SampleRequest);
  /** Status for a user who does not own them. */
  readonly statusForOthers: number;
  /** A change that suspended users may make. */
  readonly whileSuspended?: true;
}

type Options = Partial<Omit<Sample, 'request' | 'statusForOthers'>>;
const sample = (
  statusForOthers: number,
  request: Sample['request'] = {},
  options: Options = {},
): Sample => ({ statusForOthers, request, ...options });
/** That a key may do which only reads. */
const read = (request: Sample['request'] = {}, options: Options = {}) =>
  sample(200, request, { keys: 'read', ...options });
/** That asks for a key which writes. */
const write = (status: number, request: Sample['request'], options: Options = {}) =>
  sample(status, request, { keys: 'write', ...options });

const threshold = below('c1', 5_000);
const settings = (umbrales: object, more: object = {}) => ({
  payload: { partidos: [], umbrales, frecuencia: 60, ...more },
});
const quietHours = { from: '22:00', to: '08:00', zone: 'Europe/Madrid' };
const ofThreshold = ({ thresholdId }: OwnedIds) => ({ params: { id: thresholdId } });
const ofChannel = ({ channelId }: OwnedIds) => ({ params: { id: channelId } });
const key = { payload: { name: 'Robot', scope: 'read' } };
const push = { endpoint: 'http://127.0.0.1:9/push', keys: pushKeys() };
const leave = { whileSuspended: true } as const;

export const samples: Readonly<Record<string, Sample>> = {
  'GET /api/auth/verify': sample(200),
  'GET /api/monitoring/matches': read({ query: 'watched=true' }),
  'GET /api/monitoring/match': read({ query: 'id=m1' }),
  'GET /api/monitoring/history': read({ query: 'collectible=c1' }),
  'GET /api/monitoring/raw': read({ query: 'watched=true' }),
  'GET /api/monitoring/stats': read({ query: 'match=m1' }),
  'GET /api/monitoring/discovery': read(),
  'GET /api/monitoring/stream': read({ query: 'matches=m1' }),
  'PUT /api/monitoring/stream/{id}': read({
    params: { id: 's1' },
    payload: { matches: ['m1'], pricesOf: ['m1'] },
  }),
  'POST /api/monitoring/preview': read({ payload: { threshold, days: 30 } }, leave),
  'GET /api/users/alerts': read(({ thresholdId }) => ({ query: `threshold=${thresholdId}` })),
  'PATCH /api/users/alerts': write(404, ({ alertId }) => ({
    payload: { read: true, ids: [alertId] },
  })),
  'GET /api/users/config': read(),
  // Threshold ids are per user: another user's id creates a threshold of one's own.
  'PUT /api/users/config': write(200, ({ thresholdId }) => settings({ [thresholdId]: threshold })),
  'PATCH /api/users/config': write(200, { payload: { frecuencia: 120 } }),
  'GET /api/users/thresholds': read(),
  'POST /api/users/thresholds': write(201, ({ thresholdId }) => ({
    payload: { id: thresholdId, ...threshold },
  })),
  'POST /api/users/thresholds/batch': write(200, ({ thresholdId }) => ({
    payload: { changes: [{ kind: 'delete', id: thresholdId }] },
  })),
  'GET /api/users/thresholds/{id}': { ...read(ofThreshold), statusForOthers: 404 },
  'PATCH /api/users/thresholds/{id}': write(404, (ids) => ({
    ...ofThreshold(ids),
    payload: { value: 1 },
  })),
  'DELETE /api/users/thresholds/{id}': write(404, ofThreshold),
  'PUT /api/users/watched/{matchId}': write(200, { params: { matchId: 'm1' } }),
  'DELETE /api/users/watched/{matchId}': write(200, { params: { matchId: 'm1' } }),
  'POST /api/users/thresholds/import': write(200, ({ thresholdId }) => ({
    payload: { umbrales: { [thresholdId]: threshold } },
  })),
  'GET /api/users/profile': sample(200),
  // Browsers create the profile document, and these users have none.
  'PATCH /api/users/profile': sample(409, { payload: { username: 'Intruso' } }),
  'DELETE /api/users/sessions': sample(200, {}, leave),
  'DELETE /api/users/profile': sample(200, { query: 'modo=cerrar' }, leave),
  'GET /api/users/export': sample(200),
  'GET /api/users/notifications': sample(200),
  'PUT /api/users/notifications': sample(200, {
    payload: { quietHours, mail: 'on', browser: false },
  }),
  'PATCH /api/users/notifications': sample(200, { payload: { browser: true } }),
  'POST /api/users/confirmation': sample(409),
  'POST /api/users/test-mail': sample(200),
  'GET /api/users/keys': sample(200),
  // Básico includes none.
  'POST /api/users/keys': sample(402, key),
  'DELETE /api/users/keys/{id}': sample(
    404,
    ({ apiKeyId }) => ({ params: { id: apiKeyId } }),
    leave,
  ),
  'GET /api/users/channels': read(),
  'POST /api/users/channels': sample(201, {
    payload: { kind: 'push', name: 'Este móvil', settings: push },
  }),
  'PATCH /api/users/channels/{id}': sample(404, (ids) => ({
    ...ofChannel(ids),
    payload: { state: 'paused' },
  })),
  'DELETE /api/users/channels/{id}': sample(404, ofChannel, leave),
  'POST /api/users/channels/{id}/test': sample(404, ofChannel),
  'GET /api/billing/state': sample(200),
  'GET /api/billing/invoices': sample(200),
  'POST /api/billing/checkout': sample(200, { payload: { plan: 'premium' } }),
  'GET /api/billing/checkout': sample(404, ({ sessionId }) => ({ query: `id=${sessionId}` })),
  'POST /api/billing/card': sample(409),
  'GET /api/billing/plan': sample(409, { query: 'plan=elite' }),
  'POST /api/billing/plan': sample(409, { payload: { plan: 'elite' } }),
  'POST /api/billing/cancel': sample(409, {}, leave),
  'POST /api/billing/resume': sample(409),
};
