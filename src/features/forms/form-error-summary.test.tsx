import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { FormErrorSummary } from './form-error-summary.tsx';

it('leaves two faults to their fields', () => {
  render(<FormErrorSummary labels={['Nombre *', 'Asunto *']} />);
  expect(screen.getByRole('status').textContent).toBe('');
});

it('names three where the button was pressed', () => {
  render(<FormErrorSummary labels={['Nombre *', 'Correo electrónico *', 'Mensaje *']} />);
  expect(screen.getByRole('status').textContent).toBe(
    'Revisa 3 campos: Nombre, Correo electrónico y Mensaje.',
  );
});
