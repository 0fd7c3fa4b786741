/** The client's identity service: Firebase's SDK against the stand-in. */
import { deleteApp } from 'firebase/app';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Credentials } from '#machines/auth-session.machine.ts';
import {
  createIdentityService,
  type IdentityProviderEvent,
  type IdentityService,
} from '#src/services/firebase-identity.ts';
import { type HostedServices, startHostedServices } from '#tests/support/hosted-services.ts';

const minutesMs = 60_000;
let hosted: HostedServices;
let identity: IdentityService;
let count = 0;
beforeAll(async () => {
  hosted = await startHostedServices();
});
afterAll(() => hosted?.close());
beforeEach(() => {
  // A whole second, as tokens have them, that passes only where a test says so.
  vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 10, 2, 9) });
  identity = createIdentityService(hosted.config);
});
afterEach(async () => {
  await identity.signOut();
  await deleteApp(identity.app);
  vi.useRealTimers();
});

const credentials = (over: Partial<Credentials> = {}): Credentials => ({
  method: 'register',
  email: `persona${++count}@correo.example`,
  password: 'vigia-2026',
  username: 'Lucía Prado',
  ...over,
});
const advance = (ms: number) => vi.setSystemTime(Date.now() + ms);
/** Closes the page and opens it again: the SDK reads the person it has stored. */
async function reopen(): Promise<void> {
  await deleteApp(identity.app);
  identity = createIdentityService(hosted.config);
}
const firstReport = () =>
  new Promise<IdentityProviderEvent>((resolve) => identity.observe(resolve));

describe('signing in', () => {
  it('takes the new password once it is changed, given the old one', async () => {
    const person = credentials();
    await identity.signIn(person);
    const account = await identity.loadCredentials();
    const change = { current: 'no-es-esta', next: 'nueva-clave' };
    await expect(account.changePassword(change)).rejects.toMatchObject({
      code: 'auth/wrong-password',
    });
    await account.changePassword({ ...change, current: person.password });
    await identity.signIn({ ...person, method: 'password', password: 'nueva-clave' });
  });

  it('asks for another address given the password, and refuses one that is taken; nothing changes before its link is opened', async () => {
    const taken = credentials();
    await identity.signIn(taken);
    const person = credentials();
    await identity.signIn(person);
    const account = await identity.loadCredentials();
    const change = { password: person.password, email: `bien.${person.email}` };
    for (const [wrong, code] of [
      [{ password: 'no-es-esta' }, 'auth/wrong-password'],
      [{ email: taken.email }, 'auth/email-already-in-use'],
    ] as const)
      await expect(account.requestEmailChange({ ...change, ...wrong })).rejects.toMatchObject({
        code,
      });
    await account.requestEmailChange(change);
    expect(await identity.current()).toMatchObject({ email: person.email });
  });
});

describe('the session', () => {
  it('can be renewed while the SDK still reads the person it has stored, who would be signed out', async () => {
    const { session } = await identity.signIn(credentials());
    await reopen();
    advance(minutesMs);
    const renewed = await identity.refresh();
    expect([renewed.uid, renewed.ageMs]).toEqual([session.uid, 0]);
    expect(renewed.token).not.toBe(session.token);
  });

  it('is as old as its stored token, so that a page opened again renews it in time', async () => {
    const { session } = await identity.signIn(credentials());
    expect(session).toMatchObject({ ageMs: 0, expiresAtMs: Date.now() + 60 * minutesMs });
    advance(30 * minutesMs);
    await reopen();
    expect(await firstReport()).toMatchObject({
      type: 'PROVIDER.SIGNED_IN',
      session: { ageMs: 30 * minutesMs, expiresAtMs: Date.now() + 30 * minutesMs },
    });
  });

  it('is new where the clock of this computer is slow or fast', async () => {
    await identity.signIn(credentials());
    advance(10 * minutesMs);
    expect(await identity.current()).toMatchObject({
      ageMs: 0,
      expiresAtMs: Date.now() + 60 * minutesMs,
    });
    advance(-20 * minutesMs);
    await reopen();
    expect(await firstReport()).toMatchObject({
      session: { ageMs: 0, expiresAtMs: Date.now() + 60 * minutesMs },
    });
  });
});
