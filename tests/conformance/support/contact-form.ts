/** Locators and steps of the contact form on /support. */

import type { Fixtures } from './fixtures.ts';
import type { Step } from './spec-row.ts';

export const mailServiceUrl = '**/api/v1.0/email/send';

type OnPage = Pick<Fixtures, 'page'>;

export const dialog = ({ page }: OnPage) => page.getByRole('dialog', { name: 'Contactar soporte' });
export const field = (fixtures: OnPage, label: string) =>
  dialog(fixtures).getByLabel(label, { exact: true });
export const button = (fixtures: OnPage, name: string) =>
  dialog(fixtures).getByRole('button', { name, exact: true });

export const open: Step = ({ page }) =>
  page.getByRole('button', { name: 'Contactar soporte' }).first().click();

export const sampleMessage = {
  'Nombre *': 'Lucía Prado',
  'Correo electrónico *': 'lucia@correo.example',
  'Asunto *': 'No llegan mis correos',
  'Mensaje *': 'Desde el martes.',
} as const;

export const fill =
  (texts: Readonly<Record<string, string>> = sampleMessage): Step =>
  async (fixtures) => {
    for (const [label, text] of Object.entries(texts)) await field(fixtures, label).fill(text);
  };

export const send: Step = (fixtures) => button(fixtures, 'Enviar mensaje').click();

export const stubMailError =
  (status: number): Step =>
  ({ page }) =>
    page.route(mailServiceUrl, (route) =>
      status === 0 ? route.abort('failed') : route.fulfill({ status, body: 'No' }),
    );
