/** Elements and steps of the contact form on /support. */
import { screen, within } from '@testing-library/dom';
import { HttpResponse, http } from 'msw';
import { fill, press } from './actions.ts';
import { network } from './page.ts';
import type { Step } from './spec-row.ts';

export const mailServiceUrl = '*/api/v1.0/email/send';

export const queryDialog = () => screen.queryByRole('dialog', { name: 'Contactar soporte' });
export const dialog = () => screen.getByRole('dialog', { name: 'Contactar soporte' });
export const field = (label: string) => within(dialog()).getByLabelText<HTMLInputElement>(label);

export const open: Step = press('Contactar soporte');

export const sampleMessage = {
  'Nombre *': 'Lucía Prado',
  'Correo electrónico *': 'lucia@correo.example',
  'Asunto *': 'No llegan mis correos',
  'Mensaje *': 'Desde el martes.',
} as const;

export const fillSample = fill(sampleMessage);
export const send: Step = press('Enviar mensaje');

export const stubMailError =
  (status: number): Step =>
  () =>
    network.use(
      http.post(mailServiceUrl, () =>
        status === 0 ? HttpResponse.error() : new HttpResponse('No', { status }),
      ),
    );
