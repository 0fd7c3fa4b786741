import { beforeAll, describe, expect, it, vi } from 'vitest';
import { apiKeyCreated, apiKeyList, apiKeyPattern } from '#contract/api-keys.ts';
import { notifyKeyRevoked } from '#server/db/users/api-keys.ts';
import { lockUserRow, waitForBlocked } from '#tests/support/db-locks.ts';
import { waitFor } from '#tests/support/wait-for.ts';
import { openTestApi } from './api.harness.ts';
import { codeOf, openApiUser } from './api-user.ts';

/** Tokens of which the identity provider was asked. */
const verifiedTokens: string[] = [];
const api = await openTestApi({
  isTokenActive: async (token) => {
    verifiedTokens.push(token);
    return true;
  },
});
const me = openApiUser(api, 'elite');
let address: string;
beforeAll(async () => {
  address = await api.app.listen({ port: 0, host: '127.0.0.1' });
});
const post = (more: object = {}) =>
  me.send('POST', 'keys', { name: 'Robot', scope: 'write', ...more });
const createKey = async (more: object = {}) => apiKeyCreated.parse((await post(more)).body);
const list = async () => apiKeyList.parse((await me.send('GET', 'keys')).body);
const remove = (id: string) => me.send('DELETE', `keys/${id}`);
const withKey = (clave: string, url = '/api/users/config', method: 'GET' | 'PUT' = 'GET') =>
  api.call({ method, url, as: null, headers: { authorization: `Bearer ${clave}` } });
const update = (sql: string) => api.pool.query(`update ${sql} where uid = $1`, [me.uid]);

describe('a new key', () => {
  it('is shown once, is stored as a hash, and acts for its user', async () => {
    const { key: clave, ...item } = await createKey();
    expect(clave).toMatch(apiKeyPattern);
    expect(item).toMatchObject({ name: 'Robot', scope: 'write', state: 'active' });
    expect(clave.startsWith(item.prefix)).toBe(true);
    const stored = await list();
    expect(stored).toEqual({ items: [item], limit: 10, deletedAt: null });
    const { rows } = await api.pool.query<{ row: string }>(
      'select to_jsonb(k)::text as row from api_keys k where uid = $1',
      [me.uid],
    );
    expect(rows[0]?.row).not.toContain(clave.slice(item.prefix.length));
    expect((await withKey(clave, '/api/users/watched/m1', 'PUT')).body).toMatchObject({
      partidos: ['m1'],
    });
    expect(codeOf(await withKey(clave, '/api/users/profile'))).toEqual([403, 'forbidden']);
  });

  it('is never sent to the identity provider', async () => {
    const { key: clave } = await createKey();
    await withKey(clave);
    expect(verifiedTokens.some((token) => token.includes('vigia_'))).toBe(false);
  });

  it.each([
    ['markup in its name', { name: '<b>' }, 400],
    ['an end in the past', { expiresAt: '2020-01-01T00:00:00Z' }, 422],
  ])('is rejected with %s', async (_, more, status) => {
    expect((await post(more)).status).toBe(status);
    expect((await list()).items).toEqual([]);
  });
});

describe('a bearer that is no key', () => {
  it.each([
    ['another end', (key: string) => `${key.slice(0, -1)}${key.endsWith('A') ? 'B' : 'A'}`],
    ['another beginning', (key: string) => `vigia_AAAAAAAAAA${key.slice(16)}`],
  ])('is rejected: %s', async (_, change) => {
    const { key: clave } = await createKey();
    expect(codeOf(await withKey(change(clave)))).toEqual([401, 'unauthenticated']);
  });
});

describe('plans', () => {
  it('Básico includes none, Premium one, Elite ten', async () => {
    await me.grant('basico');
    expect((await post()).body).toMatchObject({ code: 'plan_limit', requiredPlan: 'premium' });
    await me.grant('premium');
    await createKey();
    expect((await post()).body).toMatchObject({ code: 'plan_limit', requiredPlan: 'elite' });
    await me.grant('elite');
    for (let n = 1; n < 10; n += 1) await createKey();
    expect(codeOf(await post())).toEqual([402, 'plan_limit']);
  });

  it('two requests at once do not exceed one', async () => {
    await me.grant('premium');
    const lock = await lockUserRow(api.pool, me.uid);
    const both = [post(), post()];
    await waitForBlocked(api.pool, 2);
    await lock.release();
    expect((await Promise.all(both)).map(({ status }) => status).sort()).toEqual([201, 402]);
  });

  it('a lesser one stops the newer keys, deletes none, and a better one resumes them', async () => {
    const first = await createKey({ name: 'primera' });
    const second = await createKey({ name: 'segunda' });
    await me.grant('premium');
    expect((await withKey(first.key)).status).toBe(200);
    expect((await withKey(second.key)).body).toMatchObject({
      code: 'plan_limit',
      requiredPlan: 'elite',
    });
    expect((await list()).items.map(({ name, state }) => [name, state])).toEqual([
      ['primera', 'active'],
      ['segunda', 'plan'],
    ]);
    await remove(first.id);
    expect((await withKey(second.key)).status).toBe(200);
    await me.grant('basico');
    expect(codeOf(await withKey(second.key))).toEqual([402, 'plan_limit']);
    await me.grant('elite');
    expect((await withKey(second.key)).status).toBe(200);
  });
});

it('a key that has expired takes no place in a lesser plan', async () => {
  await me.grant('elite');
  await createKey({ name: 'primera' });
  const { key } = await createKey({ name: 'segunda' });
  await update(`api_keys set expires_at = case name when 'primera' then now() end`);
  await me.grant('premium');
  expect((await withKey(key)).status).toBe(200);
});

describe('the rate limit', () => {
  it('is sixty requests a minute for each key, and does not touch the session', async () => {
    const { key: clave } = await createKey();
    const other = await createKey();
    const answers = await Promise.all(Array.from({ length: 62 }, () => withKey(clave)));
    const limited = answers.filter(({ status }) => status === 429);
    expect(limited.length).toBe(2);
    expect(Number(limited[0]?.headers['retry-after'])).toBeGreaterThan(0);
    expect((await withKey(other.key)).status).toBe(200);
    expect((await list()).items).toHaveLength(2);
  });
});

describe('the end of a key', () => {
  it('comes with its deletion, at once', async () => {
    const { key: clave, id } = await createKey();
    expect((await withKey(clave)).status).toBe(200);
    expect((await remove(id)).status).toBe(200);
    expect(codeOf(await withKey(clave))).toEqual([401, 'unauthenticated']);
    expect(codeOf(await remove(id))).toEqual([404, 'not_found']);
    expect(codeOf(await remove('no-es-uuid'))).toEqual([404, 'not_found']);
  });

  it('comes at its time', async () => {
    const { key: clave } = await createKey({
      expiresAt: new Date(Date.now() + 60_000).toISOString(),
    });
    expect((await withKey(clave)).status).toBe(200);
    await update('api_keys set expires_at = now()');
    expect(codeOf(await withKey(clave))).toEqual([401, 'unauthenticated']);
    expect((await list()).items[0]?.state).toBe('expired');
  });

  it('comes with the closing of the account, which the key does not reopen', async () => {
    const { key: clave } = await createKey();
    await update('users set closed_at = now()');
    expect(codeOf(await withKey(clave))).toEqual([401, 'unauthenticated']);
    await update('users set closed_at = null');
    expect((await me.send('DELETE', 'profile?modo=cerrar')).status).toBe(200);
    const { rows } = await api.pool.query(
      'select closed_at is not null as closed, (select count(*)::integer from api_keys k where k.uid = u.uid) as keys from users u where uid = $1',
      [me.uid],
    );
    expect(rows).toEqual([{ closed: true, keys: 0 }]);
  });

  it('closes its live streams, and no others', async () => {
    const open = async (clave: string) => {
      const { body } = await fetch(`${address}/api/monitoring/stream`, {
        headers: { authorization: `Bearer ${clave}` },
      });
      const reader = body?.getReader();
      const state = { ended: false };
      void (async () => {
        while (!(await reader?.read())?.done);
        state.ended = true;
      })();
      return { state };
    };
    const [revoked, other] = [await createKey(), await createKey()];
    const [stream, otherStream] = [await open(revoked.key), await open(other.key)];
    await waitFor(async () => expect(api.hub.streamCount(me.uid)).toBe(2));
    const received = vi.spyOn(api.hub, 'onNotification');
    await remove(revoked.id);
    const payload = JSON.stringify({ revokedKeys: [revoked.id] });
    await waitFor(async () => expect(received).toHaveBeenCalledWith(payload));
    await waitFor(async () => expect(stream.state.ended).toBe(true));
    expect(otherStream.state.ended).toBe(false);
    // Its row is there: only the notification can end the stream, not the check every half minute.
    await notifyKeyRevoked(api.pool, other.id);
    await waitFor(async () => expect(otherStream.state.ended).toBe(true));
    const sessions = [revoked, other].map(({ id }) => ({ uid: me.uid, keyId: id }));
    expect(await api.revoked(sessions)).toEqual([sessions[0]]);
    await me.grant('basico');
    expect(await api.revoked(sessions)).toEqual(sessions);
  });
});
