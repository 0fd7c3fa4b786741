/** The contact form of /support, and its mail service. */

import type { Fixtures } from './fixtures.ts';
import type { Step } from './spec-row.ts';

export const mailService = '**/api/v1.0/email/send';

type OnPage = Pick<Fixtures, 'page'>;

export const dialog = ({ page }: OnPage) => page.getByRole('dialog', { name: 'Contactar soporte' });
export const field = (world: OnPage, label: string) =>
  dialog(world).getByLabel(label, { exact: true });
export const button = (world: OnPage, name: string) =>
  dialog(world).getByRole('button', { name, exact: true });

export const open: Step = ({ page }) =>
  page.getByRole('button', { name: 'Contactar soporte' }).first().click();

export const message = {
  'Nombre *': 'Lucía Prado',
  'Correo electrónico *': 'lucia@correo.example',
  'Asunto *': 'No llegan mis correos',
  'Mensaje *': 'Desde el martes.',
} as const;

export const fill =
  (texts: Readonly<Record<string, string>> = message): Step =>
  async (world) => {
    for (const [label, text] of Object.entries(texts)) await field(world, label).fill(text);
  };

export const send: Step = (world) => button(world, 'Enviar mensaje').click();

export const refuseMail =
  (status: number): Step =>
  ({ page }) =>
    page.route(mailService, (route) =>
      status === 0 ? route.abort('failed') : route.fulfill({ status, body: 'No' }),
    );
