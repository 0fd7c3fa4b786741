/** The error summary of a form: shown from three invalid fields on. */

import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { FormErrorSummary } from './form-error-summary.tsx';

it.each([
  [['Nombre *', 'Asunto *'], ''],
  [['Nombre *', 'Asunto', 'Mensaje *'], 'Revisa 3 campos: Nombre, Asunto y Mensaje.'],
])('of %j it says “%s”', (labels, words) => {
  render(<FormErrorSummary labels={labels} />);
  expect(screen.getByRole('status').textContent).toBe(words);
});
