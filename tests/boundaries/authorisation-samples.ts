/** A valid request for every route with a session, naming another user's objects wherever the route takes ids. */
import type { InjectOptions } from 'fastify';

/** Ids of another user's objects. */
export interface Belongings {
  readonly thresholdId: string;
  readonly alertId: string;
  /** Checkout session. */
  readonly sessionId: string;
}

type SampleRequest = Pick<InjectOptions, 'payload' | 'headers'> & { readonly query?: string };

export interface Sample {
  /** Names the other user's objects. */
  readonly request: (of: Belongings) => SampleRequest;
  /** Status for a user who does not own them. */
  readonly toStrangers: number;
  /** A request beyond Básico's limits; absent for routes that never answer 402. */
  readonly beyondBasico?: SampleRequest;
  /** A change that suspended users may make. */
  readonly whileSuspended?: true;
}

const below = {
  objetivo: { tipo: 'coleccionable', id: 'c1' },
  condicion: 'por_debajo',
  valor: 5_000,
  moneda: 'EUR',
};
const settings = (umbrales: object, frecuencia = 60) => ({
  payload: { partidos: [], umbrales, frecuencia },
});
const quietHours = { desde: '22:00', hasta: '08:00', zona: 'Europe/Madrid' };
const csv = { headers: { accept: 'text/csv' } };
const plain: Sample = { request: () => ({}), toStrangers: 200 };

export const samples: Readonly<Record<string, Sample>> = {
  'GET /api/auth/verify': plain,
  'GET /api/monitoring/matches': { ...plain, request: () => ({ query: 'watched=true' }) },
  'GET /api/monitoring/match': { ...plain, request: () => ({ query: 'id=m1' }) },
  'GET /api/monitoring/raw': {
    ...plain,
    request: () => ({ query: 'watched=true' }),
    beyondBasico: csv,
  },
  'GET /api/monitoring/stats': { ...plain, request: () => ({ query: 'match=m1' }) },
  'GET /api/monitoring/stream': { ...plain, request: () => ({ query: 'matches=m1' }) },
  'POST /api/monitoring/preview': {
    ...plain,
    request: () => ({ payload: { umbral: below, dias: 30 } }),
    beyondBasico: { payload: { umbral: { ...below, condicion: 'minimo', valor: 7 }, dias: 30 } },
  },
  'GET /api/users/alerts': {
    request: ({ thresholdId }) => ({ query: `threshold=${thresholdId}` }),
    toStrangers: 200,
    beyondBasico: csv,
  },
  'PATCH /api/users/alerts': {
    request: ({ alertId }) => ({ payload: { read: true, ids: [alertId] } }),
    toStrangers: 404,
  },
  'GET /api/users/config': plain,
  // Threshold ids are per user: another user's id creates a threshold of one's own.
  'PUT /api/users/config': {
    request: ({ thresholdId }) => settings({ [thresholdId]: below }),
    toStrangers: 200,
    beyondBasico: settings({}, 15),
  },
  'GET /api/users/thresholds': {
    request: () => ({}),
    toStrangers: 402,
    beyondBasico: { query: 'formato=csv' },
  },
  'POST /api/users/thresholds/import': {
    request: ({ thresholdId }) => ({
      payload: { umbrales: { [thresholdId]: below } },
    }),
    toStrangers: 200,
    beyondBasico: {
      payload: {
        umbrales: Object.fromEntries(['a', 'b', 'c', 'd', 'e', 'f'].map((id) => [id, below])),
      },
    },
  },
  'GET /api/users/profile': plain,
  // Browsers create the profile document, and these users have none.
  'PATCH /api/users/profile': {
    request: () => ({ payload: { username: 'Intruso' } }),
    toStrangers: 409,
  },
  'DELETE /api/users/profile': {
    ...plain,
    request: () => ({ query: 'modo=cerrar' }),
    whileSuspended: true,
  },
  'GET /api/users/export': plain,
  'GET /api/users/notifications': plain,
  'PUT /api/users/notifications': {
    ...plain,
    request: () => ({ payload: { silencio: quietHours, correo: 'activo', navegador: false } }),
  },
  'POST /api/users/confirmation': { request: () => ({}), toStrangers: 409 },
  'POST /api/users/test-mail': plain,
  'GET /api/billing/state': plain,
  'GET /api/billing/invoices': plain,
  'POST /api/billing/checkout': { ...plain, request: () => ({ payload: { plan: 'premium' } }) },
  'GET /api/billing/checkout': {
    request: ({ sessionId }) => ({ query: `id=${sessionId}` }),
    toStrangers: 404,
  },
  'POST /api/billing/card': { request: () => ({}), toStrangers: 409 },
  'GET /api/billing/plan': { request: () => ({ query: 'plan=elite' }), toStrangers: 409 },
  'POST /api/billing/plan': { request: () => ({ payload: { plan: 'elite' } }), toStrangers: 409 },
  'POST /api/billing/cancel': { request: () => ({}), toStrangers: 409, whileSuspended: true },
  'POST /api/billing/resume': { request: () => ({}), toStrangers: 409 },
};
