/** The tutorial: its steps with their pictures, the conditions, and ways on for visitors and for who is signed in. */
import { screen, within } from '@testing-library/react';
import { beforeAll, expect, it } from 'vitest';
import type { SessionContextValue } from '#src/features/session/session-context.ts';
import { renderScreen, setupScreenTests, stubLayout } from '#tests/support/screen-harness.tsx';
import { HowItWorksScreen } from './how-it-works-screen.tsx';

setupScreenTests();
beforeAll(stubLayout);

const show = (status: 'public' | 'authenticated') =>
  renderScreen(<HowItWorksScreen />, '/how-it-works', {
    route: '/how-it-works',
    sessionPart: { session: { status } as SessionContextValue['session'] },
  });

it('leads a visitor to the sign-in and to an account', () => {
  show('public');
  expect(screen.getByRole('link', { name: 'Volver a iniciar sesión' })).toHaveAttribute(
    'href',
    '/login',
  );
  expect(screen.getByRole('link', { name: 'Crear cuenta' })).toHaveAttribute('href', '/register');
  expect(document.title).toMatch(/^Cómo funciona/);
});

it('leads who is signed in back, and offers no account', () => {
  show('authenticated');
  expect(screen.getByRole('link', { name: 'Volver al resumen' })).toHaveAttribute(
    'href',
    '/dashboard',
  );
  expect(screen.queryByRole('link', { name: 'Crear cuenta' })).toBeNull();
  expect(screen.getByRole('link', { name: 'Preguntas frecuentes' })).toBeVisible();
});

it('numbers its five steps, each with a picture of its own in both themes and widths', () => {
  show('public');
  const [list] = screen.getAllByRole('list');
  const steps = within(list as HTMLElement).getAllByRole('listitem');
  expect(steps.map((step) => step.querySelector('.fig')?.textContent)).toEqual([
    '1',
    '2',
    '3',
    '4',
    '5',
  ]);
  const sources = steps.flatMap((step) => [
    ...[...step.querySelectorAll('img')].map((image) => image.getAttribute('src')),
    ...[...step.querySelectorAll('source')].map((source) => source.getAttribute('srcset')),
  ]);
  expect(sources).toHaveLength(20);
  expect(new Set(sources).size).toBe(20);
  expect(sources.every((source) => source?.includes('.webp'))).toBe(true);
});

it('gives each topic its title, and a sentence below it only where it has one', () => {
  show('public');
  const topic = (name: string) => screen.getByRole('region', { name });
  expect(topic('Cuatro maneras de avisarte')).toHaveTextContent(/«Baja de» y «sube de» están/);
  expect(
    within(topic('Cuatro maneras de avisarte'))
      .getAllByRole('term')
      .map((term) => term.textContent),
  ).toEqual(['Baja de', 'Sube de', 'Cambia un', 'Es el mínimo de']);
  expect(topic('Por qué solo una vez').querySelectorAll('div:first-child > p')).toHaveLength(0);
  expect(within(topic('Si no te llega el correo')).getAllByRole('listitem').length).toBeGreaterThan(
    1,
  );
});
