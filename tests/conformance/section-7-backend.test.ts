/** Specification, section 7: the paths of the backend, and the request of the support form. */
import { fireEvent, screen } from '@testing-library/dom';
import { expect } from 'vitest';
import * as z from 'zod';
import { fill } from './support/actions.ts';
import * as contact from './support/contact-form.ts';
import { status, storedToken, until } from './support/expectations.ts';
import { sentTo } from './support/hosted-services.ts';
import { origin } from './support/page.ts';
import { inOrder, type SpecRow, type Step, section } from './support/spec-row.ts';
import * as users from './support/users.ts';

const matches = '/api/monitoring/matches?limit=1';
const paths = [
  '/api/monitoring/raw?limit=1',
  matches,
  '/api/monitoring/match',
  '/api/monitoring/stats',
  '/api/users/profile',
  '/api/users/config',
  '/api/users/alerts',
  '/api/auth/verify',
  '/health',
];
const get = (path: string) =>
  fetch(`${origin}${path}`, { headers: { authorization: `Bearer ${storedToken()}` } });
const answer = z.object({ items: z.tuple([z.object({ id: z.string() })]) });

const verified: Step = until(() =>
  expect(sentTo(/\/api\/auth\/verify$/).map(({ headers }) => headers.get('authorization'))).toEqual(
    [`Bearer ${storedToken()}`],
  ),
);

const answersJson: SpecRow = {
  title: `${paths.map((path) => path.split('?')[0]).join(', ')}, of which the page asks verify about its token`,
  route: '/dashboard',
  as: 'signedIn',
  expect: async () => {
    await verified();
    for (const path of paths) {
      const id = path.endsWith('/match')
        ? answer.parse(await (await get(matches)).json()).items[0].id
        : null;
      const response = await get(id === null ? path : `${path}?id=${id}`);
      expect([path, response.status]).toEqual([path, 200]);
      expect(response.headers.get('content-type')).toContain('application/json');
      expect(await response.json()).toEqual(expect.any(Object));
    }
  },
};

const apiRequests = () => sentTo(/\/api\/(monitoring|users|auth)\//);
const changes = () => apiRequests().filter(({ method }) => method !== 'GET');
const choose = (seconds: number, count: number): Step =>
  inOrder(
    until(() =>
      fireEvent.change(screen.getByLabelText('Frecuencia de comprobación'), {
        target: { value: String(seconds) },
      }),
    ),
    until(() => expect(changes()).toHaveLength(count)),
  );

section('§7 Llamadas', [
  answersJson,
  {
    title:
      'requests are JSON, with a body only for POST, PUT or PATCH; users/{uid} is updated by the browser where the rules let it',
    route: '/dashboard/configuracion',
    as: 'newcomer',
    when: inOrder(choose(300, 1), async () => {
      const [change] = changes();
      expect(change?.method).toMatch(/^(POST|PUT|PATCH)$/);
      expect(change?.headers.get('content-type')).toContain('application/json');
      expect(await change?.clone().json()).toEqual(expect.any(Object));
      const reads = apiRequests().filter(({ method }) => method === 'GET');
      expect(reads.length).toBeGreaterThan(1);
      expect(reads.filter(({ body }) => body !== null)).toEqual([]);
    }),
    expect: inOrder(
      until(() => expect(screen.getByLabelText('Nombre de usuario')).toHaveValue('lucia')),
      fill({ 'Nombre de usuario': 'lucia prado' }),
      () => fireEvent.submit(screen.getByLabelText('Nombre de usuario')),
      until(() => expect(sentTo(/\/documents:commit$/)).not.toEqual([])),
      until(async () =>
        expect(await users.fetchProfile()).toMatchObject({
          username: { stringValue: 'lucia prado' },
        }),
      ),
      // The API's copy is what a reload shows.
      until(async () =>
        expect(await (await get('/api/users/profile')).json()).toMatchObject({
          username: 'lucia prado',
        }),
      ),
    ),
  },
  {
    title: 'support form: POST to /api/v1.0/email/send with ids, template_params and lib_version',
    route: '/support',
    when: inOrder(
      contact.open,
      contact.fillSample,
      until(() => fireEvent.change(contact.field('Prioridad'), { target: { value: 'urgent' } })),
      contact.send,
    ),
    expect: inOrder(
      status('¡Mensaje enviado correctamente! Te responderemos pronto.'),
      async () => {
        const sent = sentTo(/\/api\/v1\.0\/email\/send$/);
        expect(sent.map(({ method }) => method)).toEqual(['POST']);
        expect(await sent[0]?.clone().json()).toEqual({
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
        });
      },
    ),
  },
]);
