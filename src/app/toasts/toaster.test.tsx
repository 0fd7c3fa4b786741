/** Toasts: what a screen reader says of them, how long they stay, what their buttons do, and code that does not arrive. */
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { closeSnackbar } from 'notistack';
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { marketPageCopy } from '#src/copy/market-page.ts';
import type { ToastAction, ToastVariant } from '#src/features/session/session-context.ts';
import { createLazyToaster } from './lazy-toaster.ts';
import { showToast } from './toaster.tsx';

// In a root of their own, which cleanup() leaves: timers of toasts still shown would run when the document is gone.
afterAll(async () => {
  act(() => closeSnackbar());
  await waitFor(() => expect(screen.queryByText(/^Un aviso/)).toBeNull());
});

const show = async (message: string, variant: ToastVariant, action?: ToastAction) => {
  // Not awaited: the toaster mounts once act() has ended.
  await act(async () => void showToast(message, variant, action));
  return screen.findByText(message);
};
/** With simulated timers, which the queries that wait do not get past; the toaster is mounted already. */
const showAtOnce = async (...toast: Parameters<typeof showToast>) => {
  await act(() => showToast(...toast));
  return screen.getByText(toast[0]);
};
/** Step by step, because each one of a toast's life starts the timer of the next: shown, closed, collapsed, removed. */
const pass = async (ms: number) => {
  for (let passedMs = 0; passedMs < ms; passedMs += 100)
    await act(async () => vi.advanceTimersByTime(100));
};
const toastOf = (message: HTMLElement) =>
  message.closest<HTMLElement>('[data-testid="toast"], [role="status"], [role="alert"]');
const buttonsOf = (message: HTMLElement) => {
  const toast = toastOf(message);
  return toast === null ? [] : within(toast).queryAllByRole('button');
};
const undo = (run = () => {}) => ({ label: 'Deshacer', run });

it.each([
  ['success', 'status'],
  ['info', 'status'],
  ['error', 'alert'],
] as const)('%s is announced as %s', async (variant, role) => {
  const message = await show(`Un aviso: ${variant}`, variant);
  expect(message.closest('[role]')).toHaveAttribute('role', role);
});

it('that can be undone stays for eight seconds', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const message = await showAtOnce('Un aviso que se va', 'info', undo());
  await pass(7_500);
  expect(message).toBeVisible();
  await pass(2_000);
  expect(message).not.toBeInTheDocument();
});

it('has a button only where there is something to do, which does it once and closes the toast', async () => {
  expect(buttonsOf(await show('Un aviso sin más', 'success'))).toEqual([]);
  const run = vi.fn();
  const message = await show('Un aviso que se deshace', 'info', undo(run));
  await userEvent.click(buttonsOf(message)[0] as HTMLElement);
  expect(run).toHaveBeenCalledOnce();
  await waitFor(() => expect(message).not.toBeInTheDocument());
});

it('of an alert leads to its chart, and to the marketplace where there is a page', async () => {
  const run = vi.fn();
  const open = { label: 'Ver gráfica', run };
  const plain = await show('Un aviso sin mercado', 'alert', open);
  const linksOf = (message: HTMLElement) =>
    within(toastOf(message) as HTMLElement).queryAllByRole('link');
  expect(linksOf(plain)).toEqual([]);
  const marketPage = { url: 'https://mercado.example/c1', target: 'Brasil – Chile' };
  const message = await show('Un aviso con mercado', 'alert', { ...open, marketPage });
  const [link] = linksOf(message);
  expect(link).toHaveAttribute('href', marketPage.url);
  expect(link).toHaveTextContent(marketPageCopy.label);
  const [chart] = buttonsOf(message);
  expect(chart).toHaveTextContent('Ver gráfica');
  await userEvent.click(chart as HTMLElement);
  expect(run).toHaveBeenCalledOnce();
  await waitFor(() => expect(message).not.toBeInTheDocument());
});

describe('whose code does not arrive', () => {
  beforeEach(() => void vi.useFakeTimers());
  const offline = new Error('offline');

  it('is requested once more, and shown then', async () => {
    const shown = vi.fn(async () => {});
    const load = vi.fn().mockRejectedValueOnce(offline).mockResolvedValue({ showToast: shown });
    createLazyToaster(load)('Sin conexión', 'error');
    await vi.advanceTimersByTimeAsync(1_000);
    expect(shown).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(shown).toHaveBeenCalledExactlyOnceWith('Sin conexión', 'error');
  });

  it('is given up after that', async () => {
    const load = vi.fn().mockRejectedValue(offline);
    createLazyToaster(load)('Sin conexión', 'error');
    await vi.advanceTimersByTimeAsync(600_000);
    // An unhandled rejection would fail the test.
    expect(load).toHaveBeenCalledTimes(2);
  });
});
