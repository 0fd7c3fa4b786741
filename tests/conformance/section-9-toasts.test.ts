/** Specification, section 9: how long toasts stay, and how many. */
import { screen } from '@testing-library/dom';
import { expect } from 'vitest';
import { fill, passTime, press, stopClock } from './support/actions.ts';
import { toast, until } from './support/expectations.ts';
import { sentTo, stubError, urlOf } from './support/hosted-services.ts';
import { toasts } from './support/page.ts';
import { inOrder, type Step, section } from './support/spec-row.ts';
import * as users from './support/users.ts';

const shown = (words: string) =>
  [...screen.queryAllByRole('alert'), ...screen.queryAllByRole('status')].filter(
    ({ textContent }) => textContent === words,
  );
const leavingMs = 1_000;

const duration = (kind: 'success' | 'error', sentence: string, ms: number): Step =>
  inOrder(
    toast(kind, sentence),
    passTime(ms - 1),
    () => expect(shown(sentence)).not.toEqual([]),
    passTime(1),
    passTime(leavingMs),
    until(() => expect(shown(sentence)).toEqual([])),
  );

const most = 20;

section('§9 Constantes', [
  {
    title: 'toast duration: error 4 s',
    route: '/login',
    given: stopClock,
    when: users.signIn('nadie@correo.example'),
    expect: duration('error', 'Usuario no encontrado', 4_000),
  },
  {
    title: 'toast duration: success 2 s',
    also: ['§8 Errores'],
    route: '/dashboard',
    as: 'signedIn',
    given: stopClock,
    when: users.signOut,
    expect: duration('success', 'Sesión cerrada exitosamente', 2_000),
  },
  {
    title: 'at most 20 toasts shown',
    route: '/login',
    given: inOrder(stopClock, stubError('signInWithPassword', 'USER_DISABLED')),
    // The clock is stopped: no toast expires.
    when: inOrder(
      fill({ 'Correo electrónico': 'nadie@correo.example', Contraseña: 'vigia-2026' }),
      ...Array.from({ length: most + 3 }, (_, index) =>
        inOrder(
          // Once it can be pressed again.
          press('Iniciar sesión'),
          until(() => {
            expect(sentTo(urlOf('signInWithPassword'))).toHaveLength(index + 1);
            expect(toasts).toHaveLength(Math.min(index + 1, most));
          }),
        ),
      ),
    ),
    // The oldest expire, and queued ones replace them.
    expect: async () => {
      expect(screen.queryAllByRole('alert').length).toBeLessThanOrEqual(most);
      for (let passedMs = 0; toasts.length < most + 3 && passedMs < 60_000; passedMs += 200)
        await passTime(200)();
      expect(toasts.length).toBeGreaterThanOrEqual(most + 3);
    },
  },
]);
