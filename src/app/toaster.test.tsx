/** Toasts to a screen reader: only an error interrupts what it is saying. */
import { act, screen, waitFor } from '@testing-library/react';
import { closeSnackbar } from 'notistack';
import { afterAll, expect, it } from 'vitest';
import { showToast } from './toaster.tsx';

// In a root of their own, which cleanup() leaves: timers of toasts still shown would run when the document is gone.
afterAll(async () => {
  act(() => closeSnackbar());
  await waitFor(() => expect(screen.queryByText(/^Un aviso/)).toBeNull());
});

it.each([
  ['success', 'status'],
  ['info', 'status'],
  ['error', 'alert'],
] as const)('%s is announced as %s', async (variant, role) => {
  // Not awaited: the toaster mounts once act() has ended.
  await act(async () => void showToast(`Un aviso: ${variant}`, variant));
  const toast = (await screen.findByText(`Un aviso: ${variant}`)).closest('[role]');
  expect(toast).toHaveAttribute('role', role);
});
