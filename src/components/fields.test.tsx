/** Labelled fields: each with its hint, or the error in its place. */
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { PasswordField } from './password-field.tsx';
import { TextArea } from './text-area.tsx';
import { TextField } from './text-field.tsx';

it.each([
  ['line', TextField],
  ['area', TextArea],
])('a %s of text has its label, and its hint or the error instead', (_which, Field) => {
  const hint = 'Como quieras.';
  const error = 'Falta.';
  for (const [part, description, isInvalid] of [
    [{}, '', false],
    [{ hint }, hint, false],
    [{ hint, error }, error, true],
    [{ error }, error, true],
  ] as const) {
    const { unmount } = render(<Field label="Nombre" {...part} />);
    const field = screen.getByRole('textbox', { name: 'Nombre' });
    expect(field).toHaveAccessibleDescription(description);
    expect(field.getAttribute('aria-invalid') === 'true').toBe(isInvalid);
    expect(screen.queryByText(hint) === null).toBe(description !== hint);
    unmount();
  }
});

it('a password is hidden, shown by its button and hidden again, and says what is wrong', async () => {
  const names = { showName: 'Ver la clave', hideName: 'Tapar la clave' };
  const words = { show: 'Ver', hide: 'Tapar', ...names };
  const { rerender } = render(<PasswordField label="Clave" words={words} />);
  const field = () => screen.getByLabelText('Clave');
  expect(field()).toHaveAttribute('type', 'password');
  expect(field()).toHaveAttribute('spellcheck', 'false');
  expect(field()).not.toHaveAttribute('aria-invalid');
  expect(field()).not.toHaveAttribute('aria-describedby');
  await userEvent.click(screen.getByRole('button', { name: 'Ver la clave' }));
  expect(field()).toHaveAttribute('type', 'text');
  expect(screen.getByText('Tapar')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Tapar la clave' }));
  expect(field()).toHaveAttribute('type', 'password');
  expect(screen.getByText('Ver')).toBeVisible();
  rerender(<PasswordField label="Clave" words={words} error="Corta." />);
  expect(field()).toHaveAccessibleDescription('Corta.');
  expect(field()).toBeInvalid();
});
