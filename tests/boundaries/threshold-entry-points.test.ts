/** A threshold that breaks a rule is refused with the same sentence wherever it comes from, and nothing is stored. */
import { expect, it } from 'vitest';
import { createKey, openTestApi } from './api.harness.ts';
import { below, openApiUser } from './api-user.ts';

const api = await openTestApi();
const me = openApiUser(api);

const post = (path: string, payload: object) => me.send('POST', path, payload);

/** Of an answer or the text of an MCP tool: the sentence, without the line an import puts before it and what it puts after. */
const sentenceOf = (text: string) =>
  (/"error\\?":\\?"((?:[^"\\]|\\(?!"))*)/.exec(text)?.[1] ?? text)
    .replace(/^Línea 1: /, '')
    .replace(/ No se ha importado nada\.$/, '');

type Send = (draft: object) => Promise<{ readonly text: string }>;
const entryPoints: readonly [name: string, send: Send][] = [
  ['a form', (draft) => post('thresholds', { id: 'nuevo', ...draft })],
  [
    'an edit',
    async (draft) => {
      await me.save({ nuevo: below() });
      return me.send('PATCH', 'thresholds/nuevo', draft);
    },
  ],
  [
    'a batch',
    (threshold) =>
      post('thresholds/batch', { changes: [{ kind: 'create', id: 'nuevo', threshold }] }),
  ],
  ['all settings', (draft) => me.put({ nuevo: draft })],
  ['a file', (draft) => post('thresholds/import', { umbrales: { nuevo: draft } })],
  [
    'an assistant',
    async (draft) => {
      await me.grant('premium');
      const key = await createKey(api.pool, me.uid, 'write');
      const params = { name: 'create_threshold', arguments: draft };
      const { body } = await api.app.inject({
        method: 'POST',
        url: '/mcp',
        headers: { authorization: `Bearer ${key}`, accept: 'application/json, text/event-stream' },
        payload: { jsonrpc: '2.0', id: 1, method: 'tools/call', params },
      });
      return { text: body };
    },
  ],
];

const past = new Date(Date.now() - 60_000).toISOString();
const matchTarget = { kind: 'match', id: 'm1', category: null };
const faults: readonly [name: string, draft: object, sentence: string][] = [
  [
    'a price of nothing',
    below('c1', 0),
    'El precio debe estar entre 0,01\u00a0€ y 10.000.000\u00a0€.',
  ],
  ['a collectible that is none', below('no'), 'No existe lo que quieres vigilar.'],
  ['an id that a language keeps', below('constructor'), 'No existe lo que quieres vigilar.'],
  ['another currency', { ...below(), currency: 'USD' }, 'Su precio está en EUR.'],
  ['a match that has begun', below('c4'), 'El partido ya empezó.'],
  ['a channel of nobody', { ...below(), channels: ['no'] }, 'Ese canal no existe.'],
  [
    'an end that has passed',
    { ...below(), expiresAt: past },
    'La fecha de caducidad ya ha pasado.',
  ],
  [
    'a condition beyond the plan',
    { ...below(), condition: 'low', value: 7 },
    'El plan Básico no incluye esa condición.',
  ],
  [
    'a target beyond the plan',
    { ...below(), target: matchTarget },
    'El plan Básico no vigila «lo más barato de un partido».',
  ],
];

// A plan with keys lacks neither condition nor target.
const table = entryPoints.flatMap(([from, send]) =>
  faults.flatMap(([fault, draft, sentence]) =>
    from === 'an assistant' && fault.endsWith('the plan')
      ? []
      : [[fault, from, send, draft, sentence] as const],
  ),
);

it.each(table)('%s, from %s', async (_fault, from, send, draft, sentence) => {
  const { text } = await send(draft);
  expect(sentenceOf(text)).toBe(sentence);
  const { umbrales } = (await me.settings()).configuracion;
  const unchanged = { ...below(), channels: null, expiresAt: null };
  expect(Object.values(umbrales)).toMatchObject(from === 'an edit' ? [unchanged] : []);
});
