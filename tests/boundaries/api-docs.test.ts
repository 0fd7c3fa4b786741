/** The OpenAPI document: complete, equal to the committed copy, and served as JSON and as a page. */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import { generateOpenApi } from '#server/generate-openapi.ts';
import type { OpenApi } from '#server/openapi/build-document.ts';
import { operations } from '#server/openapi/operations.ts';
import { openTestApi } from './api.harness.ts';

const api = await openTestApi();
let document: OpenApi;
beforeAll(async () => {
  document = JSON.parse(JSON.stringify(await generateOpenApi())) as OpenApi;
});

const entries = () =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      name: `${method} ${path}`,
      operation,
    })),
  );
const valueAt = (value: unknown, ...path: (string | number)[]): unknown =>
  path.reduce<unknown>(
    (inner, key) =>
      typeof inner === 'object' && inner !== null ? Reflect.get(inner, key) : undefined,
    value,
  );

describe('the OpenAPI document', () => {
  it('is equal to the committed copy (`npm run docs:api` writes it)', async () => {
    const file = new URL('../../docs/api/openapi.json', import.meta.url);
    expect(JSON.parse(await readFile(file, 'utf8'))).toEqual(document);
  });

  it('describes every route, and no route that does not exist', () => {
    expect(
      entries()
        .map(({ name }) => name)
        .sort(),
    ).toEqual(Object.keys(operations).sort());
  });

  it('is served as JSON without a session', async () => {
    const { status, body, headers } = await api.call({ url: '/api/docs/openapi.json', as: null });
    expect([status, headers['cache-control']]).toEqual([200, 'public, max-age=300']);
    expect(valueAt(body, 'paths', '/api/users/config')).toEqual(
      document.paths['/api/users/config'],
    );
    expect(JSON.stringify(body)).not.toContain('/v1/projects');
  });

  it('is served as an HTML page that passes our content security policy', async () => {
    const { status, text, headers } = await api.call({ url: '/api/docs', as: null });
    expect([status, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    const style = /<style>([^<]+)<\/style>/.exec(text)?.[1] ?? '';
    const digest = createHash('sha256').update(style).digest('base64');
    const policy = String(headers['content-security-policy']);
    expect(policy).toContain(`default-src 'none'; style-src 'sha256-${digest}'`);
    expect(text).not.toMatch(/<script|style="|\son\w+="|https?:\/\//);
    expect(text).toContain('<code>DELETE /api/users/profile</code>');
    expect(text).toContain('modo: &#34;cerrar&#34;');
    expect(text).not.toMatch(/^ +\w+\??: unknown$/m);
  });
});
