/** `/mcp`, driven by the official SDK's client over HTTP: its tools, their errors, and who is let in. */
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { alertsPage } from '#contract/alerts.ts';
import type { KeyScope } from '#contract/api-keys.ts';
import { collectiblesPage, history, matchesPage, preview } from '#contract/monitoring.ts';
import { thresholdCreated, thresholdItem, thresholdsPage } from '#contract/thresholds.ts';
import { createKey as newKey, openTestApi, seedAlert } from './api.harness.ts';
import { below, openApiUser } from './api-user.ts';

const api = await openTestApi();
const me = openApiUser(api, 'elite');
let address: string;
const clients: Client[] = [];
beforeAll(async () => {
  address = `${await api.app.listen({ port: 0, host: '127.0.0.1' })}/mcp`;
});
afterEach(async () => {
  for (const client of clients.splice(0)) await client.close();
});

const createKey = (scope: KeyScope = 'write') => newKey(api.pool, me.uid, scope);

async function connect(key: string): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' });
  clients.push(client);
  await client.connect(
    new StreamableHTTPClientTransport(new URL(address), {
      requestInit: { headers: { authorization: `Bearer ${key}` } },
    }),
  );
  return client;
}

const answer = z.object({
  isError: z.optional(z.boolean()),
  content: z.array(z.object({ type: z.literal('text'), text: z.string() })),
});
async function callTool(client: Client, name: string, input: object = {}) {
  const result = await client.callTool({ name, arguments: { ...input } });
  const { content, isError = false } = answer.parse(result);
  return { isError, text: content[0]?.text ?? '' };
}
async function run<Schema extends z.ZodMiniType>(
  client: Client,
  name: string,
  schema: Schema,
  input: object = {},
): Promise<z.output<Schema>> {
  const { isError, text } = await callTool(client, name, input);
  expect([name, isError, text.slice(0, 300)]).toEqual([name, false, expect.anything()]);
  return schema.parse(JSON.parse(text));
}
const post = (headers: Record<string, string>, body: unknown = {}, method = 'POST') =>
  fetch(address, {
    method,
    headers: {
      ...(method === 'POST' && { 'content-type': 'application/json' }),
      accept: 'application/json, text/event-stream',
      ...headers,
    },
    ...(method === 'POST' && { body: JSON.stringify(body) }),
  });
const listTools = { jsonrpc: '2.0', id: 1, method: 'tools/list' };

const threshold = below('c1', 17_500);

describe('the tools', () => {
  it('are listed with a description and the schema of their input', async () => {
    const { tools } = await (await connect(await createKey('read'))).listTools();
    expect(tools.map(({ name, annotations }) => [name, annotations?.readOnlyHint])).toEqual([
      ['search_matches', true],
      ['get_prices', true],
      ['get_history', true],
      ['list_thresholds', true],
      ['preview_threshold', true],
      ['create_threshold', false],
      ['update_threshold', false],
      ['list_alerts', true],
    ]);
    const destructive = tools.filter(({ annotations }) => annotations?.destructiveHint);
    expect(destructive.map(({ name }) => name)).toEqual(['update_threshold']);
    for (const { description, inputSchema } of tools)
      expect([typeof description, inputSchema.type, inputSchema.additionalProperties]).toEqual([
        'string',
        'object',
        false,
      ]);
    expect(tools[1]?.inputSchema.properties).toMatchObject({
      limit: { type: 'integer', maximum: 100 },
      watched: { type: 'boolean' },
    });
  });

  it('find a match, its prices and their history', async () => {
    const client = await connect(await createKey('read'));
    const matches = await run(client, 'search_matches', matchesPage, { q: 'uruguay' });
    expect(matches.items.map(({ id }) => id)).toEqual(['m1']);
    const prices = await run(client, 'get_prices', collectiblesPage, { match: 'm1', limit: 1 });
    expect(prices.items).toHaveLength(1);
    const next = { match: 'm1', limit: 1, cursor: prices.nextCursor };
    const others = await run(client, 'get_prices', collectiblesPage, next);
    expect([...prices.items, ...others.items].map(({ id }) => id).sort()).toEqual(['c1', 'c2']);
    const chart = await run(client, 'get_history', history, { collectible: 'c1', points: 10 });
    expect(chart.points.at(-1)?.floorCents).toBe(18_000);
  });

  it('preview, create, update and list a threshold, and list its alerts', async () => {
    const client = await connect(await createKey());
    const before = await run(client, 'preview_threshold', preview, { threshold, days: 30 });
    expect(before).toMatchObject({ days: 30, firings: 2, alreadyTrue: false });
    const created = await run(
      client,
      'create_threshold',
      z.object({ threshold: thresholdCreated, preview }),
      { id: 't1', ...threshold },
    );
    expect(created).toMatchObject({ threshold: { id: 't1', threshold }, preview: before });
    const { etag } = created.threshold.threshold;
    const paused = await run(client, 'update_threshold', thresholdItem, {
      id: 't1',
      etag,
      changes: { pause: 'user' },
    });
    expect(paused.state.status).toBe('paused');
    const outdated = { id: 't1', etag, changes: { value: 1 } };
    expect(JSON.parse((await callTool(client, 'update_threshold', outdated)).text)).toMatchObject({
      code: 'conflict',
      stored: { id: 't1', threshold: paused.threshold },
    });
    const { items } = await run(client, 'list_thresholds', thresholdsPage, { status: 'paused' });
    expect(items).toEqual([paused]);
    await seedAlert(api.pool, me.uid, 't1');
    const alerts = await run(client, 'list_alerts', alertsPage, { unread: true });
    expect(alerts.items.map(({ thresholdId }) => thresholdId)).toEqual(['t1']);
  });

  it('answer what the API rejects as their error, and change nothing with a key that reads', async () => {
    const client = await connect(await createKey('read'));
    expect(await callTool(client, 'create_threshold', threshold)).toEqual({
      isError: true,
      text: expect.stringContaining('"code":"forbidden"'),
    });
    expect(await callTool(client, 'get_history', { collectible: 'nope' })).toMatchObject({
      isError: true,
      text: expect.stringContaining('"code":"not_found"'),
    });
    const { rows } = await api.pool.query('select from thresholds where uid = $1', [me.uid]);
    expect(rows).toEqual([]);
  });
});

describe('the address', () => {
  it('lets in keys alone', async () => {
    const token = await api.token({ uid: me.uid });
    const statuses = await Promise.all(
      [{}, { authorization: 'Bearer vigia_no' }, { authorization: `Bearer ${token}` }].map(
        async (headers) => (await post(headers as Record<string, string>, listTools)).status,
      ),
    );
    expect(statuses).toEqual([401, 401, 403]);
  });

  it('refuses pages of another origin, and sends no CORS headers', async () => {
    const authorization = `Bearer ${await createKey()}`;
    const other = await post({ authorization, origin: 'https://otra.example' }, listTools);
    expect(other.status).toBe(403);
    expect([...other.headers.keys()].filter((name) => name.startsWith('access-'))).toEqual([]);
    const own = await post({ authorization, origin: 'https://vigia.test' }, listTools);
    expect(own.status).toBe(200);
  });

  it('opens no streams, and answers nonsense without failing', async () => {
    const authorization = `Bearer ${await createKey()}`;
    for (const method of ['GET', 'DELETE']) {
      const { status, headers } = await post({ authorization }, null, method);
      expect([method, status, headers.get('allow')]).toEqual([method, 405, 'POST']);
    }
    const listen = { jsonrpc: '2.0', id: 1, method: 'subscriptions/listen', params: {} };
    for (const body of [listen, null, [], 7, {}, { jsonrpc: '2.0' }, [listTools, listTools]]) {
      const response = await post({ authorization }, body);
      const what = `${JSON.stringify(body)} ${response.status}`;
      expect([what, response.status < 500]).toEqual([what, true]);
      // It ends, whatever its form: nothing outlives the key.
      await response.text();
    }
  });
});
