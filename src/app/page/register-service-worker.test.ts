// @vitest-environment jsdom
/** The service worker of a signed-in page: registered once, updated when the page is looked at, and announced when new. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { updateCopy } from '#src/copy/update.ts';
import { registerServiceWorker } from './register-service-worker.ts';

/** Caches in their order: whether they hold the app's page, and this build's code. */
let stored: { readonly hasShell: boolean; readonly hasCode: boolean }[];
const postMessage = vi.fn();
const update = vi.fn();
const register = vi.fn(async (_path: string, _options: object) => ({ active: { postMessage } }));
const getRegistration = vi.fn(
  async (): Promise<{ update: () => void } | undefined> => ({ update }),
);
let container: EventTarget;

/** Listeners live as long as the page; here, as long as a test. */
const listeners: (() => void)[] = [];
function removeListenersAfterwards(target: EventTarget) {
  const add = target.addEventListener.bind(target);
  vi.spyOn(target, 'addEventListener').mockImplementation((...[name, listener]) => {
    add(name, listener);
    listeners.push(() => target.removeEventListener(name, listener));
  });
}

beforeEach(() => {
  for (const target of [document, window]) removeListenersAfterwards(target);
  vi.stubEnv('PROD', true);
  vi.clearAllMocks();
  stored = [];
  container = Object.assign(new EventTarget(), { register, getRegistration });
  Object.defineProperty(navigator, 'serviceWorker', { configurable: true, value: container });
  const match = (index: number, path: string, { ignoreVary }: { ignoreVary: boolean }) => {
    const cache = stored[index];
    const hasIt = path === '/dashboard' ? cache?.hasShell : cache?.hasCode;
    // Pages vary by the accepted encoding: a strict comparison would find none.
    return ignoreVary && hasIt ? new Response() : undefined;
  };
  vi.stubGlobal('caches', {
    keys: async () => [...stored.keys()],
    open: async (index: number) => ({
      match: async (path: string, options: { ignoreVary: boolean }) => match(index, path, options),
    }),
  });
});
afterEach(() => {
  for (const remove of listeners.splice(0)) remove();
  Reflect.deleteProperty(navigator, 'serviceWorker');
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
});

/** @returns the toasts after another worker has taken over */
async function takeOver() {
  const showToast = vi.fn();
  await registerServiceWorker(showToast);
  container.dispatchEvent(new Event('controllerchange'));
  await new Promise((resolve) => setTimeout(resolve));
  return showToast.mock.calls;
}

it('is registered, never from the browser’s own cache, and told that a page is open', async () => {
  await registerServiceWorker(() => {});
  expect(register).toHaveBeenCalledExactlyOnceWith('/service-worker.js', {
    updateViaCache: 'none',
  });
  expect(postMessage).toHaveBeenCalledExactlyOnceWith('opened');
});

it('an update is looked for whenever the page is looked at, and a failure passes', async () => {
  await registerServiceWorker(() => {});
  document.dispatchEvent(new Event('visibilitychange'));
  await vi.waitFor(() => expect(update).toHaveBeenCalledOnce());
  getRegistration.mockRejectedValueOnce(new Error('not allowed')).mockResolvedValueOnce(undefined);
  document.dispatchEvent(new Event('visibilitychange'));
  document.dispatchEvent(new Event('visibilitychange'));
  document.dispatchEvent(new Event('visibilitychange'));
  await vi.waitFor(() => expect(update).toHaveBeenCalledTimes(2));
});

const [none, code, shell] = [
  { hasShell: false, hasCode: false },
  { hasShell: false, hasCode: true },
  { hasShell: true, hasCode: false },
];
const both = { hasShell: true, hasCode: true };
const reload = expect.objectContaining({ label: updateCopy.reload });
it.each([
  ['a new version, with a button', [code, shell], [[updateCopy.updated, 'success', reload]]],
  ['nothing where the worker is of this page’s build', [both], []],
  ['nothing where an older build has left its files', [none, both], []],
  ['nothing where the first worker has stored nothing yet', [], []],
])('%s is announced', async (_what, caches, toasts) => {
  stored = caches;
  expect(await takeOver()).toEqual(toasts);
});
