/** Lazy screens: what a user sees when a screen's code does not arrive, or the screen itself fails. */
import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ComponentType } from 'react';
import { ErrorBoundary } from 'react-error-boundary';
import { expect, it, vi } from 'vitest';
import { lazyScreen } from './lazy-screen.tsx';

const Matches = () => <p>Los partidos</p>;
const Failing = () => {
  throw new Error('a bug of the screen');
};
/** Rendered inside the page's error boundary. */
const show = (element: React.ReactNode) =>
  render(<ErrorBoundary fallback={<p>Algo ha fallado</p>}>{element}</ErrorBoundary>);
/** React reports what an error boundary caught. */
const expectReported = () => vi.spyOn(console, 'error').mockImplementation(() => {});

it.each([
  ['when asked to', () => userEvent.click(screen.getByRole('button', { name: 'Reintentar' }))],
  [
    'as soon as the network returns',
    () => act(() => void window.dispatchEvent(new Event('online'))),
  ],
])('a screen that did not arrive says so, and is asked for again %s, once', async (_how, retry) => {
  expectReported();
  const load = vi.fn<() => Promise<ComponentType>>().mockRejectedValueOnce(new Error('offline'));
  load.mockResolvedValue(Matches);
  show(lazyScreen(load).element);
  expect(await screen.findByText('Esta pantalla no ha llegado.')).toBeVisible();
  await retry();
  expect(await screen.findByText('Los partidos')).toBeVisible();
  act(() => void window.dispatchEvent(new Event('online')));
  expect(load).toHaveBeenCalledTimes(2);
});

it('leaves an error of the screen itself to the page', async () => {
  expectReported();
  show(lazyScreen(async () => Failing).element);
  expect(await screen.findByText('Algo ha fallado')).toBeVisible();
});
