/** Specification, section 7: the paths of the backend, and the request of the support form. */
import type { Response } from '@playwright/test';
import * as z from 'zod';
import { installClock, stopClock } from './support/clock.ts';
import * as contact from './support/contact-form.ts';
import { status, storedToken } from './support/expectations.ts';
import { expect } from './support/fixtures.ts';
import { inOrder, type SpecRow, section } from './support/spec-row.ts';
import * as users from './support/users.ts';

const firstOf = (path: string) => `${path}?limit=1`;
const paths: readonly (readonly [path: string, purpose: string])[] = [
  [firstOf('/api/monitoring/raw'), 'collectibles data'],
  [firstOf('/api/monitoring/matches'), 'matches'],
  ['/api/monitoring/match', 'match detail'],
  ['/api/monitoring/stats', 'statistics'],
  ['/api/users/profile', 'user profile'],
  ['/api/users/config', 'user configuration'],
  ['/api/users/alerts', 'alerts history'],
  ['/api/auth/verify', 'token verification'],
  ['/health', 'health'],
];

const answersJson = ([path, purpose]: (typeof paths)[number]): SpecRow => ({
  title: `${path.split('?')[0]}: ${purpose}`,
  route: '/dashboard',
  as: 'signedIn',
  expect: async (fixtures) => {
    const headers = { authorization: `Bearer ${await storedToken(fixtures)}` };
    const get = (url: string) => fetch(`${fixtures.vigia.origin}${url}`, { headers });
    const matchId = async () =>
      z
        .object({ items: z.tuple([z.object({ id: z.string() })]) })
        .parse(await (await get(firstOf('/api/monitoring/matches'))).json()).items[0].id;
    const response = await get(path.endsWith('/match') ? `${path}?id=${await matchId()}` : path);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toContain('application/json');
    expect(await response.json()).toEqual(expect.any(Object));
  },
});

interface RecordedRequest {
  readonly method: string;
  readonly body: string | null;
  readonly type: string | undefined;
}

/** API requests of the page, recorded by the row about JSON requests. */
const recordedRequests: RecordedRequest[] = [];

const mailRequests: unknown[] = [];
let verified: Promise<Response>;
let update: Promise<Response>;
let saved: Promise<Response>;

section('§7 Llamadas', [
  ...paths.map(answersJson),
  {
    title: 'requests are JSON, with a body only for POST, PUT or PATCH',
    route: '/dashboard/configuracion',
    as: 'signedIn',
    given: async ({ page }) => {
      recordedRequests.length = 0;
      page.on('request', (request) => {
        if (!/^\/api\/(monitoring|users|auth)\//.test(new URL(request.url()).pathname)) return;
        const { 'content-type': type } = request.headers();
        recordedRequests.push({ method: request.method(), body: request.postData(), type });
      });
    },
    when: async ({ page }) => {
      const frequency = page.getByLabel('Frecuencia de comprobación', { exact: true });
      for (const value of ['300', '60']) {
        const saved = page.waitForResponse(
          (response) => response.request().method() === 'PUT' && response.ok(),
        );
        await frequency.selectOption(value);
        await saved;
      }
    },
    expect: async () => {
      const sent = recordedRequests.filter(({ body }) => body !== null);
      expect(sent.map(({ method }) => method)).toEqual(['PUT', 'PUT']);
      for (const { body, type } of sent) {
        expect(type).toContain('application/json');
        expect(JSON.parse(body ?? '')).toEqual(expect.any(Object));
      }
      expect(recordedRequests.filter(({ method }) => method === 'GET').length).toBeGreaterThan(1);
    },
  },
  {
    title: '/api/auth/verify is asked about the token of the session',
    route: '/dashboard',
    as: 'signedIn',
    given: async ({ page }) => {
      verified = page.waitForResponse('**/api/auth/verify');
    },
    expect: async (fixtures) => {
      const request = (await verified).request();
      expect((await verified).status()).toBe(200);
      expect(request.headers().authorization).toBe(`Bearer ${await storedToken(fixtures)}`);
    },
  },
  {
    title: 'document database: users/{uid} is updated by the browser where the rules let it',
    route: '/dashboard/configuracion',
    as: 'signedIn',
    given: async ({ page }) => {
      update = page.waitForResponse(/\/documents:commit/);
      // The API's copy, which is the one that a reload shows, is changed after it.
      saved = page.waitForResponse((answer) => answer.request().method() === 'PATCH');
    },
    when: async ({ page }) => {
      const name = page.getByLabel('Nombre de usuario', { exact: true });
      await name.fill('lucia prado');
      await name.press('Enter');
    },
    expect: async ({ page }) => {
      expect((await update).status()).toBe(200);
      expect((await update).request().postData()).toContain('lucia prado');
      expect((await saved).status()).toBe(200);
      await page.reload();
      await expect(page.getByLabel('Nombre de usuario', { exact: true })).toHaveValue(
        'lucia prado',
      );
    },
  },
  {
    title: 'signup updates the display name',
    route: '/register',
    when: async ({ page, vigia }) => {
      await users.register(page, vigia.origin, users.newUser());
      await page.waitForURL('**/dashboard');
    },
    expect: async (fixtures) => {
      const [, claims = ''] = (await storedToken(fixtures))?.split('.') ?? [];
      expect(JSON.parse(Buffer.from(claims, 'base64url').toString())).toMatchObject({
        name: 'lucia',
      });
    },
  },
  {
    title: 'support form: POST to /api/v1.0/email/send with ids, template_params and lib_version',
    route: '/support',
    given: async (fixtures) => {
      const { page } = fixtures;
      await installClock(fixtures);
      mailRequests.length = 0;
      await page.route(contact.mailServiceUrl, (route) => {
        mailRequests.push({
          method: route.request().method(),
          body: route.request().postDataJSON(),
        });
        return route.continue();
      });
    },
    when: inOrder(
      contact.open,
      contact.fill(),
      (fixtures) => contact.field(fixtures, 'Prioridad').selectOption('Urgente'),
      stopClock,
      contact.send,
    ),
    expect: async (fixtures) => {
      await status('¡Mensaje enviado correctamente! Te responderemos pronto.')(fixtures);
      expect(mailRequests).toEqual([
        {
          method: 'POST',
          body: {
            user_id: 'clave-publica-local',
            service_id: 'servicio_local',
            template_id: 'plantilla_contacto',
            lib_version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
            template_params: {
              from_name: 'Lucía Prado',
              from_email: 'lucia@correo.example',
              subject: 'No llegan mis correos',
              message: 'Desde el martes.',
              priority: 'urgent',
              to_email: 'soporte@vigia.example',
            },
          },
        },
      ]);
    },
  },
]);
