/** One honest request for every route with a session, naming somebody's things wherever the route lets one name any. */
import type { InjectOptions } from 'fastify';

/** What another person owns, and an intruder might name. */
export interface Belongings {
  readonly thresholdId: string;
  readonly alertId: string;
  /** Of the card provider's page. */
  readonly visitId: string;
}

type Ask = Pick<InjectOptions, 'payload' | 'headers'> & { readonly query?: string };

export interface Sample {
  /** Names the belongings of the person given. */
  readonly ask: (of: Belongings) => Ask;
  /** What somebody who owns none of them is answered. */
  readonly toStrangers: number;
  /** More than Básico includes; routes that never answer 402 have none. */
  readonly beyondBasico?: Ask;
  /** A change that the suspended may make. */
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
const plain: Sample = { ask: () => ({}), toStrangers: 200 };

export const samples: Readonly<Record<string, Sample>> = {
  'GET /api/auth/verify': plain,
  'GET /api/monitoring/matches': { ...plain, ask: () => ({ query: 'watched=true' }) },
  'GET /api/monitoring/match': { ...plain, ask: () => ({ query: 'id=m1' }) },
  'GET /api/monitoring/raw': {
    ...plain,
    ask: () => ({ query: 'watched=true' }),
    beyondBasico: csv,
  },
  'GET /api/monitoring/stats': { ...plain, ask: () => ({ query: 'match=m1' }) },
  'GET /api/monitoring/stream': { ...plain, ask: () => ({ query: 'matches=m1' }) },
  'POST /api/monitoring/preview': {
    ...plain,
    ask: () => ({ payload: { umbral: below, dias: 30 } }),
    beyondBasico: { payload: { umbral: { ...below, condicion: 'minimo', valor: 7 }, dias: 30 } },
  },
  'GET /api/users/alerts': {
    ask: ({ thresholdId }) => ({ query: `threshold=${thresholdId}` }),
    toStrangers: 200,
    beyondBasico: csv,
  },
  'PATCH /api/users/alerts': {
    ask: ({ alertId }) => ({ payload: { read: true, ids: [alertId] } }),
    toStrangers: 404,
  },
  'GET /api/users/config': plain,
  // Ids of thresholds are each person's own: naming a stranger's makes one of one's own.
  'PUT /api/users/config': {
    ask: ({ thresholdId }) => settings({ [thresholdId]: below }),
    toStrangers: 200,
    beyondBasico: settings({}, 15),
  },
  'GET /api/users/thresholds': {
    ask: () => ({}),
    toStrangers: 402,
    beyondBasico: { query: 'formato=csv' },
  },
  'POST /api/users/thresholds/import': {
    ask: ({ thresholdId }) => ({
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
  // The document of the profile is the browser's to make, and these strangers have none.
  'PATCH /api/users/profile': {
    ask: () => ({ payload: { username: 'Intruso' } }),
    toStrangers: 409,
  },
  'DELETE /api/users/profile': {
    ...plain,
    ask: () => ({ query: 'modo=cerrar' }),
    whileSuspended: true,
  },
  'GET /api/users/export': plain,
  'GET /api/users/notifications': plain,
  'PUT /api/users/notifications': {
    ...plain,
    ask: () => ({ payload: { silencio: quietHours, correo: 'activo', navegador: false } }),
  },
  'POST /api/users/confirmation': { ask: () => ({}), toStrangers: 409 },
  'POST /api/users/test-mail': plain,
  'GET /api/billing/state': plain,
  'GET /api/billing/invoices': plain,
  'POST /api/billing/checkout': { ...plain, ask: () => ({ payload: { plan: 'premium' } }) },
  'GET /api/billing/checkout': {
    ask: ({ visitId }) => ({ query: `id=${visitId}` }),
    toStrangers: 404,
  },
  'POST /api/billing/card': { ask: () => ({}), toStrangers: 409 },
  'GET /api/billing/plan': { ask: () => ({ query: 'plan=elite' }), toStrangers: 409 },
  'POST /api/billing/plan': { ask: () => ({ payload: { plan: 'elite' } }), toStrangers: 409 },
  'POST /api/billing/cancel': { ask: () => ({}), toStrangers: 409, whileSuspended: true },
  'POST /api/billing/resume': { ask: () => ({}), toStrangers: 409 },
};
