/** A button that works: it waits, and gives back the focus it lost while it could not be pressed. */
import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { Button } from './button.tsx';

const button = () => screen.getByRole('button', { name: /Guardar/ });

it('is pressed once, not while it works or is disabled, and says that it works', async () => {
  const onClick = vi.fn();
  const { rerender } = render(<Button onClick={onClick}>Guardar</Button>);
  expect(button()).toHaveAttribute('type', 'button');
  expect(button()).not.toHaveAttribute('aria-busy');
  await userEvent.click(button());
  rerender(
    <Button onClick={onClick} loading>
      Guardar
    </Button>,
  );
  expect(button()).toHaveAttribute('aria-busy', 'true');
  expect(button()).toBeDisabled();
  await userEvent.click(button());
  rerender(
    <Button onClick={onClick} disabled>
      Guardar
    </Button>,
  );
  expect(button()).toBeDisabled();
  expect(button()).not.toHaveAttribute('aria-busy');
  await userEvent.click(button());
  expect(onClick).toHaveBeenCalledOnce();
});

const withField = (loading: boolean) => (
  <>
    <input aria-label="Nombre" />
    <Button loading={loading}>Guardar</Button>
  </>
);
/** A browser takes the focus from what is disabled; jsdom does not. */
const loseFocus = () => act(() => (document.activeElement as HTMLElement).blur());

it('has the focus again once its work is done', () => {
  const { rerender } = render(withField(false));
  act(() => button().focus());
  rerender(withField(true));
  loseFocus();
  rerender(withField(false));
  expect(button()).toHaveFocus();
  // Once: what is disabled and enabled later without it takes none.
  loseFocus();
  rerender(withField(true));
  rerender(withField(false));
  expect(document.body).toHaveFocus();
});

it('leaves the focus where somebody has moved it meanwhile', () => {
  const { rerender } = render(withField(false));
  act(() => button().focus());
  rerender(withField(true));
  act(() => screen.getByLabelText('Nombre').focus());
  rerender(withField(false));
  expect(screen.getByLabelText('Nombre')).toHaveFocus();
});
