/** One new user for each test of a file, her requests, and what they leave for the worker. */
import { beforeEach, expect } from 'vitest';
import { errorBody } from '#contract/errors.ts';
import { settings } from '#contract/users.ts';
import type { PlanName } from '#domain/plans.ts';
import type { TestApi } from './api.harness.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
interface Answer {
  readonly status: number;
  readonly body: unknown;
}

/** A threshold: below 150 € on c1 of m1. */
export const below = (id = 'c1', value = 15_000) => ({
  target: { kind: 'collectible', id },
  condition: 'below',
  value,
  currency: 'EUR',
});

/** @returns status and code of an error */
export const codeOf = ({ status, body }: Answer) => [status, errorBody.parse(body).code];

/** @param plan of every user; Básico unless given */
export function openApiUser(api: TestApi, plan?: PlanName) {
  let count = 0;
  const me = {
    uid: '',
    /** @param path below /api/users/, or with a slash in front the whole path */
    send: (method: Method, path: string, payload?: object | string, headers = {}) =>
      api.call({
        method,
        url: path.startsWith('/') ? path : `/api/users/${path}`,
        as: { uid: me.uid },
        headers,
        ...(payload !== undefined && { payload }),
      }),
    /** As an operator writes it: nothing follows from it. */
    grant: (name: PlanName) =>
      api.pool.query(
        `insert into plan_grants values ($1, $2, 'test') on conflict (uid) do update set plan = $2`,
        [me.uid, name],
      ),
    signIn: () => me.send('GET', '/api/auth/verify'),
    /** @param more settings beside the thresholds */
    put: (umbrales: object = {}, more: object = {}, headers = {}) =>
      me.send('PUT', 'config', { partidos: [], umbrales, frecuencia: 60, ...more }, headers),
    save: async (umbrales: object = {}, more: object = {}) => {
      const answer = await me.put(umbrales, more);
      expect([answer.status, answer.text.slice(0, 300)]).toEqual([200, expect.anything()]);
      return settings.parse(answer.body);
    },
    settings: async () => settings.parse((await me.send('GET', 'config')).body),
    /** Commands for the worker so far, in order. */
    commands: async () => {
      const { rows } = await api.pool.query<{ command: string }>(
        `select c.action || ' ' || t.id || ' v' || c.version ||
           case when c.due_at > now() then ' later' else '' end as command
         from threshold_commands c join thresholds t on t.key = c.threshold_key
         where t.uid = $1 order by c.seq`,
        [me.uid],
      );
      return rows.map(({ command }) => command);
    },
    /** Marks the commands as applied, as the worker does between two readings. */
    applyCommands: () =>
      api.pool.query('update threshold_commands set applied_at = now() where due_at <= now()'),
    /** @param set of all her thresholds */
    updateThresholds: (set: string, where = 'true') =>
      api.pool.query(`update thresholds set ${set} where uid = $1 and ${where}`, [me.uid]),
  };
  beforeEach(async () => {
    count += 1;
    me.uid = `user${count}`;
    await me.signIn();
    if (plan) await me.grant(plan);
  });
  return me;
}
