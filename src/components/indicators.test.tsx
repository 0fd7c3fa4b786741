/** Bars and waiting states: how much is used, how far a price is, and what is shown until there is something. */
import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import { expect, it, onTestFinished, vi } from 'vitest';
import { EmptyState, ErrorState, Skeleton } from './async-states.tsx';
import { Meter } from './meter.tsx';
import { SearchForm } from './search-form.tsx';

it.each([
  { value: 2, max: 5, now: 2, of: 5, width: '40%' },
  { value: 7, max: 5, now: 5, of: 5, width: '100%' },
  { value: 3, max: null, now: 3, of: 3, width: '100%' },
  { value: 0, max: null, now: 0, of: 1, width: '0%' },
])('$value of $max is $now of $of, $width of the bar', ({ value, max, now, of, width }) => {
  const { container } = render(<Meter label="Umbrales" value={value} max={max} />);
  const bar = screen.getByRole('progressbar', { name: 'Umbrales' });
  expect(bar).toHaveAttribute('aria-valuenow', String(now));
  expect(bar).toHaveAttribute('aria-valuemax', String(of));
  expect(container.querySelector('i')?.style.width).toBe(width);
});

it('shows rows in waiting once that takes a moment', () => {
  vi.useFakeTimers();
  render(<Skeleton rows={4} label="Cargando" />);
  act(() => vi.advanceTimersByTime(299));
  expect(screen.getByRole('status', { name: 'Cargando' })).toBeEmptyDOMElement();
  act(() => vi.advanceTimersByTime(1));
  expect(screen.getAllByTestId('skeleton')).toHaveLength(4);
});

it('an empty list leads on, by a link or by a button, and a failed one tries again', async () => {
  const onClick = vi.fn();
  const onRetry = vi.fn();
  render(
    <MemoryRouter>
      <EmptyState title="Nada" action={{ label: 'Ver partidos', to: '/partidos' }}>
        Aún
      </EmptyState>
      <EmptyState title="Nada" action={{ label: 'Quitar filtro', onClick }}>
        Aquí
      </EmptyState>
      <ErrorState message="No se ha podido." onRetry={onRetry} />
    </MemoryRouter>,
  );
  expect(screen.getByRole('link', { name: 'Ver partidos' })).toHaveAttribute('href', '/partidos');
  await userEvent.click(screen.getByRole('button', { name: 'Quitar filtro' }));
  expect(onClick).toHaveBeenCalledOnce();
  expect(screen.getByRole('alert')).toHaveTextContent('No se ha podido.');
  await userEvent.click(screen.getByRole('button', { name: 'Reintentar' }));
  expect(onRetry).toHaveBeenCalledOnce();
});

it('Enter in a search sends nothing', async () => {
  const onSubmit = vi.fn((event: Event) => event.defaultPrevented);
  document.addEventListener('submit', onSubmit);
  onTestFinished(() => document.removeEventListener('submit', onSubmit));
  render(
    <SearchForm className="filters">
      <input aria-label="Buscar" />
    </SearchForm>,
  );
  await userEvent.type(screen.getByRole('textbox'), 'uruguay{Enter}');
  expect(onSubmit).toHaveReturnedWith(true);
});
