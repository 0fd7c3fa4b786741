/** Toasts to a screen reader: only an error interrupts what it is saying. */
import { act, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { showToast } from './toaster.tsx';

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
