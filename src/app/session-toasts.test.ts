/** What a person is told of each outcome of signing in and out. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { SessionOperation } from '#machines/auth-session.machine.ts';
import { sessionTexts } from '#src/copy/auth-texts.ts';
import { createSessionToasts } from './session-toasts.ts';

let setItem = vi.fn();
beforeEach(() => {
  setItem = vi.fn();
  vi.stubGlobal('localStorage', { setItem, removeItem: () => {} });
});
afterEach(() => void vi.unstubAllGlobals());

const toasts = () => {
  const show = vi.fn();
  return { show, ...createSessionToasts(show) };
};

it.each([
  ['register', false, '¡Cuenta creada exitosamente!'],
  ['password', false, '¡Inicio de sesión exitoso!'],
  ['google', true, '¡Cuenta creada con Google exitosamente!'],
  ['google', false, '¡Inicio de sesión con Google exitoso!'],
  ['sign-out', false, 'Sesión cerrada exitosamente'],
] as const)('%s, new: %s', (operation, isNew, sentence) => {
  const { show, succeeded } = toasts();
  succeeded({ operation, isNew });
  expect(show).toHaveBeenCalledExactlyOnceWith(sentence, 'success');
});

it.each(['register', 'password', 'google', 'sign-out'] as const)(
  'where nothing is stored, who is in (%s) hears that a reload ends the session',
  (operation) => {
    setItem.mockImplementation(() => {
      throw new DOMException('forbidden', 'SecurityError');
    });
    const { show, succeeded } = toasts();
    succeeded({ operation, isNew: false });
    const warnings = show.mock.calls.filter(([, variant]) => variant === 'error');
    expect(warnings).toEqual(operation === 'sign-out' ? [] : [[sessionTexts.notStored, 'error']]);
  },
);

it.each<[SessionOperation, string, string]>([
  ['register', 'auth/email-already-in-use', 'Este correo ya está registrado'],
  ['register', 'auth/unheard-of', 'Error al crear la cuenta'],
  ['password', 'auth/wrong-password', 'Contraseña incorrecta'],
  ['password', 'auth/unheard-of', 'Error al iniciar sesión'],
  ['google', 'auth/popup-closed-by-user', 'Inicio de sesión cancelado'],
  ['google', 'auth/unheard-of', 'Error al iniciar sesión con Google'],
  ['sign-out', 'auth/network-request-failed', 'Error al cerrar sesión'],
])('%s that fails with %s', (operation, code, sentence) => {
  const { show, failed } = toasts();
  failed({ operation, code });
  expect(show).toHaveBeenCalledExactlyOnceWith(sentence, 'error');
});

it('a reset that fails, and a session that is lost', () => {
  const { show, resetFailed, sessionLost } = toasts();
  resetFailed('auth/user-not-found');
  resetFailed('auth/unheard-of');
  sessionLost();
  expect(show.mock.calls).toEqual([
    ['No existe una cuenta con este correo electrónico', 'error'],
    ['Error al enviar correo de recuperación', 'error'],
    ['Token expirado y no se pudo renovar', 'error'],
  ]);
});
