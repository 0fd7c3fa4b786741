/** Fuzzes every documented endpoint with valid and invalid values of its schemas: no 500, no leaked secrets. */
import fc from 'fast-check';
import type { HTTPMethods } from 'fastify';
import { beforeAll, expect, it } from 'vitest';
import { errorBody } from '#contract/errors.ts';
import { signLink } from '#server/mail/signed-links.ts';
import type { OpenApi } from '#server/openapi/build-document.ts';
import { openBillingHarness } from '#tests/faults/support/billing-harness.ts';
import { byCampaignSize } from '../faults/support/campaign-size.ts';
import { linkSecret } from './api.harness.ts';
import { hostileValue, invalidValue, type Schema, validValue } from './arbitrary-from-schema.ts';

/** Two hundred in `npm test`, twenty thousand in the fault campaign. */
const requests = byCampaignSize({ quick: 200, full: 20_000 });
const requestsPerUser = 400;
/** A request takes 5 ms, or 500 ms to close an account; a machine with twenty-five processes waiting takes twenty times as long. */
const timeoutMs = requests * 300;
/** Texts of stack traces, queries and database errors. */
const leaks =
  /\bat \S+ \(|node:internal|\.ts:\d+|node_modules|syntax error|violates|duplicate key|relation "|\bselect\b.*\bfrom\b|\binsert into\b|invalid input syntax|ECONN/i;

interface Endpoint {
  readonly method: HTTPMethods;
  readonly path: string;
  readonly statuses: readonly string[];
  readonly query: Readonly<Record<string, Schema>>;
  /** Parameters of the path. */
  readonly params: Readonly<Record<string, Schema>>;
  readonly body: Schema | null;
}

const harness = await openBillingHarness();
let endpoints: readonly Endpoint[];
let authorization = '';
let users = 0;
/** Requests left before the next user. */
let requestsLeft = 0;

beforeAll(async () => {
  endpoints = listEndpoints(harness.api.app.swagger() as unknown as OpenApi);
});
/** The part of an operation of the OpenAPI document that is needed here. */
interface OperationObject {
  readonly parameters?: readonly { name: string; in: string; schema: Schema }[];
  readonly requestBody?: { content: Record<string, { schema?: Schema }> };
  readonly responses: Record<string, unknown>;
}

function listEndpoints({ paths }: OpenApi): Endpoint[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, described]) => {
      const { parameters = [], requestBody, responses } = described as unknown as OperationObject;
      const schemasIn = (place: string) =>
        Object.fromEntries(
          parameters
            .filter((parameter) => parameter.in === place)
            .map(({ name, schema }) => [name, schema]),
        );
      return {
        method: method.toUpperCase() as HTTPMethods,
        path,
        statuses: Object.keys(responses),
        query: schemasIn('query'),
        params: schemasIn('path'),
        body: requestBody?.content['application/json']?.schema ?? null,
      };
    }),
  );
}

const links = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 80 }),
  fc.base64String({ maxLength: 80 }).map((text) => `${text}.${text}`),
  fc
    .record({
      purpose: fc.constantFrom('confirm', 'snooze', 'pause', 'unsubscribe' as const),
      uid: fc.oneof(fc.constant('fuzz-1'), fc.string({ unit: 'binary', maxLength: 20 })),
      subject: fc.string({ unit: 'binary', maxLength: 20 }),
      expiresAtMs: fc.integer({ min: 0, max: 4e12 }),
    })
    .map((link) => signLink(link, [linkSecret])),
);

/** Arbitrary request to an endpoint: valid, invalid in one place, or hostile. */
function requestTo({ path, query, params, body }: Endpoint) {
  const valuesOf = (schemas: Endpoint['query']) =>
    Object.fromEntries(
      Object.entries(schemas).map(([name, schema]) => [
        name,
        fc.oneof(validValue(schema), hostileValue),
      ]),
    );
  const values = valuesOf(query);
  const requestCount =
    path.includes('confirmar') || path.includes('actions') ? { token: links } : values;
  return fc.record({
    query: fc.record(requestCount, { requiredKeys: [] }),
    params: fc.record(valuesOf(params)),
    body:
      body === null
        ? fc.option(hostileValue, { freq: 5 })
        : fc.oneof(
            { weight: 2, arbitrary: validValue(body) },
            { weight: 3, arbitrary: invalidValue(body) },
          ),
    headers: fc.record({
      accept: fc.constantFrom('application/json', 'text/csv', 'a/b;q=x', ''),
      'if-match': fc.constantFrom('*', '"1"', '"abc"', 'W/', ''),
      'content-type': fc.oneof(
        { weight: 9, arbitrary: fc.constant('application/json') },
        fc.constantFrom('application/json; charset=utf-16', 'text/plain', 'text/csv', 'a'),
      ),
    }),
    /** Instead of the body: what is no JSON, or costs a parser much. */
    text: fc.option(
      fc.oneof(
        fc.string({ unit: 'binary', maxLength: 60 }),
        fc.constantFrom('['.repeat(5_000), '{"a":1e999}', '{"__proto__":{"x":1}}', '{"a":NaN}', ''),
      ),
      { freq: 9 },
    ),
  });
}

const inPath = (path: string, params: Readonly<Record<string, unknown>>) =>
  path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(inText(params[name]).toWellFormed()),
  );

/** A random object may have a `toString` that is not a function. */
const inText = (value: unknown): string =>
  typeof value === 'object' ? JSON.stringify(value) : String(value);

const inQuery = (query: object) =>
  Object.entries(query)
    .map(([name, value]) => `${name}=${encodeURIComponent(inText(value).toWellFormed())}`)
    .join('&');

async function send(
  { method, path, statuses }: Endpoint,
  request: {
    query: object;
    params: Readonly<Record<string, unknown>>;
    body: unknown;
    headers: Record<string, string>;
    text: string | null;
  },
): Promise<void> {
  // A rate limit or a closed account would answer every later request.
  if (requestsLeft === 0) {
    users += 1;
    requestsLeft = requestsPerUser;
    authorization = `Bearer ${await harness.api.token({ uid: `fuzz-${users}` })}`;
  }
  requestsLeft -= 1;
  const withBody = method !== 'GET' && (request.body !== null || request.text !== null);
  const { 'content-type': type, ...headers } = request.headers;
  const response = await harness.api.app.inject({
    method,
    url: `${inPath(path, request.params)}?${inQuery(request.query)}`,
    headers: {
      authorization,
      ...headers,
      ...(withBody && { 'content-type': type }),
    },
    ...(withBody && { payload: request.text ?? JSON.stringify(request.body) }),
    payloadAsStream: true,
  });
  const { statusCode } = response;
  const ends = ['/api/users/profile', '/api/users/sessions'].includes(path) && method === 'DELETE';
  if (ends && statusCode === 200) requestsLeft = 0;
  const what = `${method} ${path} ${statusCode}`;
  expect([what, statusCode === 503 || statusCode < 500]).toEqual([what, true]);
  expect([what, statuses]).toEqual([what, expect.arrayContaining([String(statusCode)])]);
  if (String(response.headers['content-type']).startsWith('text/event-stream')) {
    response.stream().destroy();
    return;
  }
  const chunks: Buffer[] = [];
  for await (const chunk of response.stream()) chunks.push(Buffer.from(chunk));
  const text = Buffer.concat(chunks).toString('utf8');
  if (path === '/api/docs' || path === '/api/docs/openapi.json') return;
  expect([what, leaks.exec(text)?.[0]]).toEqual([what, undefined]);
  const secrets = [linkSecret, new URL(harness.api.databaseUrl).password];
  expect([what, secrets.filter((secret) => text.includes(secret))]).toEqual([what, []]);
  if (statusCode >= 400 && String(response.headers['content-type']).includes('json'))
    errorBody.parse(JSON.parse(text));
}

it(
  `the API answers ${requests} requests made from its own schemas without a 500 or a leak`,
  async () => {
    // Built once per endpoint: building per request took a fifth of the time.
    const anywhere = fc.oneof(
      ...endpoints.map((endpoint) => requestTo(endpoint).map((request) => ({ endpoint, request }))),
    );
    await fc.assert(
      fc.asyncProperty(anywhere, ({ endpoint, request }) => send(endpoint, request)),
      { numRuns: requests },
    );
  },
  timeoutMs,
);
