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
  /** Names the other user's objects. */
  readonly request: (ids: OwnedIds) => SampleRequest;
  /** Status for a user who does not own them. */
  readonly statusForOthers: number;
  /** A request beyond Básico's limits; absent for routes that never answer 402. */
  readonly beyondBasico?: SampleRequest;
  /** The settings of the user who makes it, where the limit depends on them. */
  readonly settingsBefore?: SampleRequest;
  /** SQL of rows that the user has before, `$1` the uid. */
  readonly rowsBefore?: string;
  /** A change that suspended users may make. */
  readonly whileSuspended?: true;
}

const umbral = below('c1', 5_000);
const low = { ...umbral, condicion: 'minimo', valor: 7 };
const settings = (umbrales: object, frecuencia = 60) => ({
  payload: { partidos: [], umbrales, frecuencia },
});
const quietHours = { desde: '22:00', hasta: '08:00', zona: 'Europe/Madrid' };
const csv = { headers: { accept: 'text/csv' } };
const defaultSample: Sample = { request: () => ({}), statusForOthers: 200 };
const thresholdOfAnother: Sample = {
  request: ({ thresholdId }) => ({ params: { id: thresholdId } }),
  statusForOthers: 404,
};

const webhookId = '00000000-0000-4000-8000-0000000000f1';
/** Moved, where a user before had it. */
const webhookOfAnotherPlan = `
  insert into channels (id, uid, kind, name, state, pause_reason, settings)
    values ('${webhookId}', $1, 'webhook', 'Robot', 'pausado', 'plan', '')
    on conflict (id) do update set uid = excluded.uid`;

export const samples: Readonly<Record<string, Sample>> = {
  'GET /api/auth/verify': defaultSample,
  'GET /api/monitoring/matches': { ...defaultSample, request: () => ({ query: 'watched=true' }) },
  'GET /api/monitoring/match': { ...defaultSample, request: () => ({ query: 'id=m1' }) },
  'GET /api/monitoring/history': { ...defaultSample, request: () => ({ query: 'collectible=c1' }) },
  'GET /api/monitoring/raw': {
    ...defaultSample,
    request: () => ({ query: 'watched=true' }),
    beyondBasico: csv,
  },
  'GET /api/monitoring/stats': { ...defaultSample, request: () => ({ query: 'match=m1' }) },
  'GET /api/monitoring/discovery': { ...defaultSample },
  'GET /api/monitoring/stream': { ...defaultSample, request: () => ({ query: 'matches=m1' }) },
  'PUT /api/monitoring/stream/{id}': {
    ...defaultSample,
    request: () => ({ params: { id: 's1' }, payload: { matches: ['m1'], pricesOf: ['m1'] } }),
  },
  'POST /api/monitoring/preview': {
    ...defaultSample,
    request: () => ({ payload: { umbral, dias: 30 } }),
    whileSuspended: true,
    beyondBasico: { payload: { umbral: low, dias: 30 } },
  },
  'GET /api/users/alerts': {
    request: ({ thresholdId }) => ({ query: `threshold=${thresholdId}` }),
    statusForOthers: 200,
    beyondBasico: csv,
  },
  'PATCH /api/users/alerts': {
    request: ({ alertId }) => ({ payload: { read: true, ids: [alertId] } }),
    statusForOthers: 404,
  },
  'GET /api/users/config': defaultSample,
  // Threshold ids are per user: another user's id creates a threshold of one's own.
  'PUT /api/users/config': {
    request: ({ thresholdId }) => settings({ [thresholdId]: umbral }),
    statusForOthers: 200,
    beyondBasico: settings({}, 15),
  },
  'GET /api/users/thresholds': { ...defaultSample, beyondBasico: { query: 'formato=csv' } },
  'POST /api/users/thresholds': {
    request: ({ thresholdId }) => ({ payload: { id: thresholdId, ...umbral } }),
    statusForOthers: 201,
    beyondBasico: { payload: low },
  },
  'POST /api/users/thresholds/batch': {
    request: ({ thresholdId }) => ({
      payload: { cambios: [{ tipo: 'borrar', id: thresholdId }] },
    }),
    statusForOthers: 200,
    beyondBasico: {
      payload: {
        cambios: [{ tipo: 'crear', id: 't', umbral: low }],
      },
    },
  },
  'GET /api/users/thresholds/{id}': thresholdOfAnother,
  'PATCH /api/users/thresholds/{id}': {
    ...thresholdOfAnother,
    request: ({ thresholdId }) => ({ params: { id: thresholdId }, payload: { valor: 1 } }),
    settingsBefore: settings({ t: umbral }),
    beyondBasico: { params: { id: 't' }, payload: { condicion: 'minimo', valor: 7 } },
  },
  'DELETE /api/users/thresholds/{id}': thresholdOfAnother,
  'PUT /api/users/watched/{matchId}': {
    request: () => ({ params: { matchId: 'm1' } }),
    statusForOthers: 200,
    settingsBefore: {
      payload: { partidos: ['m1', 'm2', 'm3'], umbrales: {}, frecuencia: 60 },
    },
    beyondBasico: { params: { matchId: 'm4' } },
  },
  'DELETE /api/users/watched/{matchId}': {
    request: () => ({ params: { matchId: 'm1' } }),
    statusForOthers: 200,
  },
  'POST /api/users/thresholds/import': {
    request: ({ thresholdId }) => ({
      payload: { umbrales: { [thresholdId]: umbral } },
    }),
    statusForOthers: 200,
    beyondBasico: {
      payload: {
        umbrales: Object.fromEntries(['a', 'b', 'c', 'd', 'e', 'f'].map((id) => [id, umbral])),
      },
    },
  },
  'GET /api/users/profile': defaultSample,
  // Browsers create the profile document, and these users have none.
  'PATCH /api/users/profile': {
    request: () => ({ payload: { username: 'Intruso' } }),
    statusForOthers: 409,
  },
  'DELETE /api/users/sessions': { ...defaultSample, whileSuspended: true },
  'DELETE /api/users/profile': {
    ...defaultSample,
    request: () => ({ query: 'modo=cerrar' }),
    whileSuspended: true,
  },
  'GET /api/users/export': defaultSample,
  'GET /api/users/notifications': defaultSample,
  'PUT /api/users/notifications': {
    ...defaultSample,
    request: () => ({ payload: { silencio: quietHours, correo: 'activo', navegador: false } }),
  },
  'POST /api/users/confirmation': { request: () => ({}), statusForOthers: 409 },
  'POST /api/users/test-mail': defaultSample,
  'GET /api/users/keys': defaultSample,
  // Básico includes none.
  'POST /api/users/keys': {
    request: () => ({ payload: { nombre: 'Robot', permiso: 'lectura' } }),
    statusForOthers: 402,
    beyondBasico: { payload: { nombre: 'Robot', permiso: 'lectura' } },
  },
  'DELETE /api/users/keys/{id}': {
    request: ({ apiKeyId }) => ({ params: { id: apiKeyId } }),
    statusForOthers: 404,
    whileSuspended: true,
  },
  'GET /api/users/channels': defaultSample,
  'POST /api/users/channels': {
    request: () => ({
      payload: {
        tipo: 'push',
        nombre: 'Este móvil',
        ajustes: {
          endpoint: 'http://127.0.0.1:9/push',
          keys: pushKeys(),
        },
      },
    }),
    statusForOthers: 201,
    beyondBasico: {
      payload: { tipo: 'webhook', nombre: 'Robot', ajustes: { url: 'http://127.0.0.1:9/' } },
    },
  },
  'PATCH /api/users/channels/{id}': {
    request: ({ channelId }) => ({ params: { id: channelId }, payload: { estado: 'pausado' } }),
    statusForOthers: 404,
    rowsBefore: webhookOfAnotherPlan,
    beyondBasico: { params: { id: webhookId }, payload: { estado: 'activo' } },
  },
  'DELETE /api/users/channels/{id}': {
    request: ({ channelId }) => ({ params: { id: channelId } }),
    statusForOthers: 404,
    whileSuspended: true,
  },
  'POST /api/users/channels/{id}/prueba': {
    request: ({ channelId }) => ({ params: { id: channelId } }),
    statusForOthers: 404,
    rowsBefore: webhookOfAnotherPlan,
    beyondBasico: { params: { id: webhookId } },
  },
  'GET /api/billing/state': defaultSample,
  'GET /api/billing/invoices': defaultSample,
  'POST /api/billing/checkout': {
    ...defaultSample,
    request: () => ({ payload: { plan: 'premium' } }),
  },
  'GET /api/billing/checkout': {
    request: ({ sessionId }) => ({ query: `id=${sessionId}` }),
    statusForOthers: 404,
  },
  'POST /api/billing/card': { request: () => ({}), statusForOthers: 409 },
  'GET /api/billing/plan': { request: () => ({ query: 'plan=elite' }), statusForOthers: 409 },
  'POST /api/billing/plan': {
    request: () => ({ payload: { plan: 'elite' } }),
    statusForOthers: 409,
  },
  'POST /api/billing/cancel': { request: () => ({}), statusForOthers: 409, whileSuspended: true },
  'POST /api/billing/resume': { request: () => ({}), statusForOthers: 409 },
};

/** Which keys each route accepts: those of plan, payment, account and keys accept none. */
export const keyScopeByRoute: Readonly<Record<string, KeyScope | 'never'>> = {
  'GET /api/auth/verify': 'never',
  'GET /api/monitoring/matches': 'lectura',
  'GET /api/monitoring/match': 'lectura',
  'GET /api/monitoring/history': 'lectura',
  'GET /api/monitoring/raw': 'lectura',
  'GET /api/monitoring/stats': 'lectura',
  'GET /api/monitoring/discovery': 'lectura',
  'GET /api/monitoring/stream': 'lectura',
  'PUT /api/monitoring/stream/{id}': 'lectura',
  'POST /api/monitoring/preview': 'lectura',
  'GET /api/users/alerts': 'lectura',
  'PATCH /api/users/alerts': 'escritura',
  'GET /api/users/config': 'lectura',
  'PUT /api/users/config': 'escritura',
  'GET /api/users/thresholds': 'lectura',
  'POST /api/users/thresholds': 'escritura',
  'POST /api/users/thresholds/batch': 'escritura',
  'GET /api/users/thresholds/{id}': 'lectura',
  'PATCH /api/users/thresholds/{id}': 'escritura',
  'DELETE /api/users/thresholds/{id}': 'escritura',
  'POST /api/users/thresholds/import': 'escritura',
  'PUT /api/users/watched/{matchId}': 'escritura',
  'DELETE /api/users/watched/{matchId}': 'escritura',
  'GET /api/users/profile': 'never',
  'PATCH /api/users/profile': 'never',
  'DELETE /api/users/profile': 'never',
  'DELETE /api/users/sessions': 'never',
  'GET /api/users/export': 'never',
  'GET /api/users/notifications': 'never',
  'PUT /api/users/notifications': 'never',
  'POST /api/users/confirmation': 'never',
  'POST /api/users/test-mail': 'never',
  'GET /api/users/keys': 'never',
  'POST /api/users/keys': 'never',
  'DELETE /api/users/keys/{id}': 'never',
  'GET /api/users/channels': 'lectura',
  'POST /api/users/channels': 'never',
  'PATCH /api/users/channels/{id}': 'never',
  'DELETE /api/users/channels/{id}': 'never',
  'POST /api/users/channels/{id}/prueba': 'never',
  'GET /api/billing/state': 'never',
  'GET /api/billing/invoices': 'never',
  'POST /api/billing/checkout': 'never',
  'GET /api/billing/checkout': 'never',
  'POST /api/billing/card': 'never',
  'GET /api/billing/plan': 'never',
  'POST /api/billing/plan': 'never',
  'POST /api/billing/cancel': 'never',
  'POST /api/billing/resume': 'never',
};
