/** A page of the whole app in this document, started as a browser starts it, in front of a running Vigía. */
import { configure } from '@testing-library/dom';
import { deleteApp, getApps } from 'firebase/app';
import { setupServer } from 'msw/node';
import { closeSnackbar } from 'notistack';
import { expect, inject, vi } from 'vitest';
import { SimulatedClock } from 'xstate';
import { clientConfigElementId } from '#contract/client-config-element.ts';
import { startApp } from '#src/app/start-app.tsx';
import { createStoredSession, newEmail, password } from '#tests/support/identity.ts';
import { stubRequest } from '#tests/support/origin-request.ts';
import { waitTimeoutMs } from '#tests/support/wait-for.ts';

/** Of Vitest's environment. */
declare const jsdom: { reconfigure(settings: { readonly url: string }): void };

/** The machine's, whatever the page's clock says. */
const { setTimeout, clearTimeout, setImmediate } = globalThis;
const toastExitMs = 1_000;

export const origin = inject('vigiaOrigin');

/** What it does not answer, Vigía does. */
export const network = setupServer();
/** Sent by the page, from its opening on. */
export const requests: Request[] = [];
network.events.on('request:start', ({ request }) => void requests.push(request.clone()));

/** Shown on the page so far, those that are gone included. */
export const toasts: { readonly kind: string; readonly text: string }[] = [];
const toastsOnPage = new MutationObserver((changes) => {
  const added = changes.flatMap(({ addedNodes }) => [...addedNodes]);
  const elements = added.filter((node) => node instanceof Element);
  for (const toast of elements.flatMap((node) => [
    ...node.querySelectorAll('.notistack-MuiContent'),
  ])) {
    const kind = /notistack-MuiContent-(\w+)/.exec(toast.className)?.[1] ?? '';
    toasts.push({ kind, text: toast.textContent.trim() });
  }
});

export type Visitor = 'anonymous' | 'signedIn' | 'newcomer';

/** The user of all rows that are signed in, and leave the account as it was. */
export const user = { email: newEmail(), username: 'alguien', password };
const firstTokens = async () => JSON.parse((await userSession)?.[1] ?? '').stsTokenManager;
/** The one they had first. */
export const userToken = async (): Promise<string> => (await firstTokens()).accessToken;
export const userRefreshToken = async (): Promise<string> => (await firstTokens()).refreshToken;
/** Loaded ahead: a file that ends in the middle of a load would fail it for the files after it. */
const lazyCode = import.meta.glob([
  '../../../src/{app,components,features,hooks,screens,services}/**/*.{ts,tsx}',
  '!**/*.test.*',
  '!**/{main,prerender,trusted-types,style-nonce}.ts*',
]);
let userSession: ReturnType<typeof createStoredSession> | null = null;

/** Of a test file; creates the user's account. */
export async function setupPages(): Promise<void> {
  // The app is no component under test: React renders when a browser would.
  configure({
    asyncWrapper: (run) => run(),
    eventWrapper: (run) => void run(),
    // Neither the document nor its roles, which would be printed at each attempt.
    getElementError: (message) => new Error(message ?? ''),
    ...{ _disableExpensiveErrorDiagnostics: true },
  });
  network.listen({ onUnhandledFrame: 'bypass' });
  const [plainFetch, PageRequest] = [fetch, stubRequest(origin)];
  vi.stubGlobal('fetch', (...args: ConstructorParameters<typeof Request>) => {
    const request = new PageRequest(...args);
    const answer = plainFetch(request, { signal: AbortSignal.any([request.signal, page.signal]) });
    answers.push(answer);
    return answer;
  });
  vi.stubGlobal('PerformanceObserver', PaintedPage);
  vi.stubGlobal('setTimeout', (...call: Parameters<typeof setTimeout>) => {
    const timer = setTimeout(...call);
    pageTimers.add(timer);
    return timer;
  });
  Object.assign(document, { fonts: { load: async () => [] } });
  if (userSession !== null) return;
  await Promise.all(Object.values(lazyCode).map((load) => load()));
  userSession = createStoredSession(origin, user.email, user.username);
  // Which creates the profile.
  await openPage('/dashboard', 'signedIn');
  await sessionKnown();
  await closePage();
}

/** Of the machines, while time stands still. */
let clock: SimulatedClock | null = null;
const clockSteps = 10;
const longMs = 60_000;

/** For a page opened afterwards: time passes by `passTime` alone. @param aheadMs how much later it is there than elsewhere */
export function stopClock(aheadMs = 0): void {
  clock = new SimulatedClock();
  vi.useFakeTimers({
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'],
    now: Date.now() + aheadMs,
  });
}

/** Step by step: what a timer renders may start the next one. A long time fires no timer but the machines', once each. */
export async function passTime(ms: number): Promise<void> {
  const isLong = ms > longMs;
  const stepMs = isLong ? ms : Math.ceil(ms / clockSteps);
  for (let leftMs = ms; leftMs > 0; leftMs -= stepMs) {
    const passedMs = Math.min(stepMs, leftMs);
    if (isLong) vi.setSystemTime(Date.now() + passedMs);
    else await vi.advanceTimersByTimeAsync(passedMs);
    clock?.increment(passedMs);
    await new Promise((resolve) => setImmediate(resolve));
  }
}

let stopApp = () => {};
/** Its requests end with it, as in a browser: an answer would store its user for the next page. */
let page = new AbortController();
const answers: Promise<unknown>[] = [];
/** They end with their file, as in a browser with the page: one that is left would fire when there is no document any more. */
const pageTimers = new Set<NodeJS.Timeout>();

/** Opens an address as a browser does: the server's page, then the app in it. */
export async function openPage(path: string, as: Visitor): Promise<void> {
  jsdom.reconfigure({ url: `${origin}${path}` });
  window.history.replaceState(null, '');
  const session =
    as === 'newcomer' ? createStoredSession(origin, newEmail(), 'lucia') : userSession;
  const [key, value] = (as === 'anonymous' ? null : await session) ?? [];
  if (key !== undefined && value !== undefined) localStorage.setItem(key, value);
  const answer = await fetch(`${origin}${path}`);
  const served = new DOMParser().parseFromString(await answer.text(), 'text/html');
  document.documentElement.lang = served.documentElement.lang;
  for (const id of ['root', clientConfigElementId]) document.getElementById(id)?.remove();
  const config = served.getElementById(clientConfigElementId);
  // Without what was prerendered in it: nothing is pressed before it works.
  const root = Object.assign(document.createElement('div'), { id: 'root' });
  document.body.append(config ?? '', root);
  requests.length = 0;
  toasts.length = 0;
  toastsOnPage.observe(document.body, { childList: true, subtree: true });
  stopApp = startApp(clock === null ? {} : { clock });
}

/** Of a page opened signed in. */
export const sessionKnown = () =>
  eventually(() => expect(localStorage.getItem('authToken')).not.toBeNull());

export async function closePage(): Promise<void> {
  stopApp();
  if (toasts.length > 0) closeSnackbar();
  if (vi.isFakeTimers()) await passTime(toastExitMs);
  clock = null;
  toastsOnPage.disconnect();
  // The next page would get this one's user.
  await eventually(() => expect(getApps()).not.toEqual([]));
  page.abort();
  await Promise.allSettled(answers.splice(0));
  await new Promise((resolve) => setImmediate(resolve));
  page = new AbortController();
  await Promise.all(getApps().map(deleteApp));
  network.resetHandlers();
  localStorage.clear();
}

/** Of a test file, once its last page is closed and its toasts have left. */
export async function leavePages(): Promise<void> {
  await eventually(() => expect(document.querySelector('.notistack-MuiContent')).toBeNull());
  for (const timer of pageTimers) clearTimeout(timer);
  pageTimers.clear();
  await network.close();
  vi.unstubAllGlobals();
}

type OnEntries = (entries: { getEntriesByName(name: string): string[] }) => void;
/** Whatever is waited for has been painted. */
class PaintedPage {
  readonly #onEntries: OnEntries;
  constructor(onEntries: OnEntries) {
    this.#onEntries = onEntries;
  }
  observe() {
    queueMicrotask(() => this.#onEntries({ getEntriesByName: (name) => [name] }));
  }
  disconnect() {}
}

/** Says what the page shows instead. */
const withPage = (error: unknown) =>
  Object.assign(error as Error, {
    message: `${(error as Error).message}\n\n${window.location.href}: ${document.body.textContent}`,
  });

const pollMs = 20;

/** Repeats an assertion until it holds, on the machine's clock. */
export async function eventually<Value>(assertion: () => Value | Promise<Value>): Promise<Value> {
  for (const endsAtMs = performance.now() + waitTimeoutMs; ; ) {
    try {
      return await assertion();
    } catch (error) {
      if (performance.now() > endsAtMs) throw withPage(error);
    }
    await new Promise((resolve) => setTimeout(resolve, pollMs));
  }
}
