/** The error summary of a form: shown from three invalid fields on. */

import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { contactCopy } from '#src/copy/contact.ts';
import { FormErrorSummary } from './form-error-summary.tsx';

it('shows nothing for two invalid fields', () => {
  render(<FormErrorSummary labels={['Nombre *', 'Asunto *']} />);
  expect(screen.getByRole('status').textContent).toBe('');
});

it('names three invalid fields beside the submit button', () => {
  render(<FormErrorSummary labels={['Nombre *', contactCopy.email, 'Mensaje *']} />);
  expect(screen.getByRole('status').textContent).toBe(
    'Revisa 3 campos: Nombre, Correo electrónico y Mensaje.',
  );
});
