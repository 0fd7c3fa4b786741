/** The password reset machine: one request per submit, errors, and clearing when closed. */
import { describe, expect, it } from 'vitest';
import { createActor, fromPromise } from 'xstate';
import { passwordResetMachine } from '#machines/password-reset.machine.ts';

function start() {
  const requests: { email: string; resolve: () => void; reject: (error: unknown) => void }[] = [];
  const notified: string[] = [];
  const actor = createActor(
    passwordResetMachine.provide({
      actors: {
        sendReset: fromPromise<void, { email: string }>(
          ({ input }) =>
            new Promise((resolve, reject) =>
              requests.push({ email: input.email, resolve, reject }),
            ),
        ),
      },
      actions: { resetFailed: (_, { code }) => notified.push(code) },
    }),
  ).start();
  const send = (...types: ('OPEN' | 'CLOSE' | 'SUBMIT')[]) => {
    for (const type of types) actor.send({ type });
  };
  const type = (email: string) => actor.send({ type: 'EDIT', email });
  const answer = (error?: unknown) => {
    const last = requests.at(-1);
    if (error === undefined) last?.resolve();
    else last?.reject(error);
    return new Promise<void>((resolve) => setImmediate(resolve));
  };
  const now = () => [actor.getSnapshot().value, actor.getSnapshot().context] as const;
  return { requests, notified, send, type, answer, now };
}
const empty = { email: '', code: null };

describe('submitting', () => {
  it('needs an address, and shows an error without a request', () => {
    const { requests, send, type, now } = start();
    send('OPEN');
    type('  ');
    send('SUBMIT');
    expect(now()).toEqual(['editing', { email: '  ', code: 'missing-email' }]);
    expect(requests).toEqual([]);
    type('a');
    expect(now()).toEqual(['editing', { email: 'a', code: null }]);
  });

  it('makes one request, with the address trimmed', async () => {
    const { requests, send, type, answer, now } = start();
    send('OPEN');
    type(' ana@correo.example ');
    send('SUBMIT', 'SUBMIT');
    expect([now()[0], requests.map(({ email }) => email)]).toEqual([
      'sending',
      ['ana@correo.example'],
    ]);
    await answer();
    expect(now()[0]).toBe('sent');
  });

  it('can be repeated after it was sent, for the same address or another', async () => {
    const { requests, send, type, answer, now } = start();
    send('OPEN');
    type('ana@correo.example');
    send('SUBMIT');
    await answer();
    send('SUBMIT');
    expect([now()[0], requests.length]).toEqual(['sending', 2]);
    await answer();
    type('otra@correo.example');
    expect(now()).toEqual(['editing', { email: 'otra@correo.example', code: null }]);
  });

  it('keeps the address and shows why when it is refused', async () => {
    const { notified, send, type, answer, now } = start();
    send('OPEN');
    type('ana@correo.example');
    send('SUBMIT');
    await answer({ code: 'auth/user-not-found' });
    expect(now()).toEqual([
      'editing',
      { email: 'ana@correo.example', code: 'auth/user-not-found' },
    ]);
    expect(notified).toEqual(['auth/user-not-found']);
    send('SUBMIT');
    expect(now()[1].code).toBeNull();
  });
});

describe('closing', () => {
  it('clears message and address, and ignores a late answer', async () => {
    const { send, type, answer, now } = start();
    send('OPEN');
    type('ana@correo.example');
    send('CLOSE');
    expect(now()).toEqual(['closed', empty]);
    send('OPEN');
    type('ana@correo.example');
    send('SUBMIT', 'CLOSE');
    await answer();
    expect(now()).toEqual(['closed', empty]);
  });

  it('is possible once it was sent', async () => {
    const { send, type, answer, now } = start();
    send('OPEN');
    type('ana@correo.example');
    send('SUBMIT');
    await answer();
    send('CLOSE');
    expect(now()).toEqual(['closed', empty]);
  });
});
