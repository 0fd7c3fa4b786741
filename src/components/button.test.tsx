/** A button that works: it waits, and gives back the focus it lost while it could not be pressed. */
import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { Button } from './button.tsx';

const button = () => screen.getByRole('button', { name: /Guardar/ });

it.each([
  ['is pressed', {}, 1, false],
  ['waits while it works, and says so', { loading: true }, 0, true],
  ['is not pressed while it is disabled', { disabled: true }, 0, false],
])('%s', async (_what, part, presses, isBusy) => {
  const onClick = vi.fn();
  const onSubmit = vi.fn();
  render(
    <form onSubmit={onSubmit}>
      <Button onClick={onClick} {...part}>
        Guardar
      </Button>
    </form>,
  );
  expect(button().getAttribute('aria-busy') === 'true').toBe(isBusy);
  await userEvent.click(button());
  expect(onClick).toHaveBeenCalledTimes(presses);
  expect(onSubmit).not.toHaveBeenCalled();
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
