/** A dialog is open while it is there, is closed before it goes, and closes by its button and by Esc. */
import { fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, beforeEach, expect, it, vi } from 'vitest';
import { Dialog } from './dialog.tsx';

const calls: string[] = [];
const { showModal, close } = HTMLDialogElement.prototype;
afterAll(() => void Object.assign(HTMLDialogElement.prototype, { showModal, close }));
beforeEach(() => {
  calls.length = 0;
  // jsdom cannot open one.
  HTMLDialogElement.prototype.showModal = function open() {
    calls.push('open');
    this.open = true;
  };
  HTMLDialogElement.prototype.close = function close() {
    calls.push(this.isConnected ? 'close' : 'close when gone');
    this.open = false;
  };
});

function show(subtitle?: string) {
  const onClose = vi.fn();
  const { unmount } = render(
    <Dialog title="Título" onClose={onClose} {...(subtitle !== undefined && { subtitle })}>
      <p>Contenido</p>
    </Dialog>,
  );
  return { onClose, unmount };
}
const dialog = () => screen.getByRole('dialog', { name: 'Título' });

it('opens once, and is closed before it goes, so that the focus goes back', () => {
  const { unmount } = show();
  expect(calls).toEqual(['open']);
  expect(dialog()).not.toHaveAttribute('aria-describedby');
  unmount();
  expect(calls).toEqual(['open', 'close']);
});

it('has its subtitle for a description', () => {
  show('España – Uruguay');
  expect(dialog()).toHaveAccessibleDescription('España – Uruguay');
});

it('closes by its button, and by Esc only as its owner says', async () => {
  const { onClose } = show();
  await userEvent.click(screen.getByRole('button', { name: 'Cerrar' }));
  expect(onClose).toHaveBeenCalledOnce();
  expect(fireEvent(dialog(), new Event('cancel', { cancelable: true }))).toBe(false);
  expect(onClose).toHaveBeenCalledTimes(2);
  expect(dialog()).toHaveAttribute('open');
});
