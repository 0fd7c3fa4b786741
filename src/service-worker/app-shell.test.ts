/** The app without a network: which build a page gets, when the next one replaces it, and what never comes from a cache. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { dispatch, workerScope } from '#tests/support/service-worker.ts';
import { createAppShell } from './app-shell.ts';

const origin = 'https://vigia.example';
const shellPath = '/dashboard';
const build = { id: 'b', entry: '/assets/b.js', files: ['/assets/b.js', '/assets/shared.css'] };
const pageOf = (entry: string) => `<script type="module" src="${entry}"></script>`;

/** Caches by name, each with texts by path. */
let stored: Map<string, Map<string, string>>;
/** What the server has, by path; without an entry it answers 404. Null = no network. */
let served: Map<string, string> | null;
let fetched: string[];
const [skipWaiting, claim, update, enable] = [vi.fn(), vi.fn(), vi.fn(), vi.fn()];

const pathOf = (request: Request | string) =>
  typeof request === 'string' ? request : new URL(request.url).pathname;
const responseOf = (text: string | undefined) => (text === undefined ? text : new Response(text));

function openCache(name: string) {
  const entries = stored.get(name) ?? new Map<string, string>();
  stored.set(name, entries);
  return {
    put: async (path: string, response: Response) => void entries.set(path, await response.text()),
    delete: async (path: string) => entries.delete(path),
  };
}

beforeEach(() => {
  [stored, served, fetched] = [new Map(), new Map(), []];
  vi.clearAllMocks();
  vi.stubGlobal('caches', {
    keys: async () => [...stored.keys()],
    open: async (name: string) => openCache(name),
    delete: async (name: string) => stored.delete(name),
    // Pages and files vary by the accepted encoding: a strict comparison would find none.
    match: async (
      request: Request | string,
      { cacheName, ignoreVary }: { cacheName?: string; ignoreVary?: boolean },
    ) =>
      [...(ignoreVary ? stored : [])]
        .filter(([name]) => cacheName === undefined || name === cacheName)
        .map(([, entries]) => responseOf(entries.get(pathOf(request))))
        .find((response) => response !== undefined),
  });
  vi.stubGlobal('fetch', async (request: Request | string) => {
    const path = pathOf(request);
    fetched.push(path);
    if (served === null) throw new TypeError('offline');
    return responseOf(served.get(path)) ?? new Response('', { status: 404 });
  });
});
afterEach(() => vi.unstubAllGlobals());

const shell = createAppShell(
  workerScope({
    location: { origin },
    registration: { update, navigationPreload: { enable } },
    clients: { claim },
    skipWaiting,
  }),
  build,
);
const install = () => dispatch(shell.onInstall);
const activate = () => dispatch(shell.onActivate);
const fetchEvent = (path: string, part: object = {}) => ({
  request: { url: origin + path, method: 'GET', mode: 'cors', ...part },
});
const openPage = async (path: string) =>
  (await dispatch(shell.onFetch, fetchEvent(path, { mode: 'navigate' }))) ?? Response.error();
const pageText = async (path: string) => (await openPage(path)).text();
const entriesOf = (name: string) => Object.fromEntries(stored.get(name) ?? []);

const serveBuild = () => {
  served = new Map([
    ['/assets/b.js', 'code'],
    ['/assets/shared.css', 'styles'],
    [shellPath, pageOf(build.entry)],
    ['/dashboard/alertas', pageOf(build.entry)],
  ]);
};
const storeFormer = () =>
  stored.set(
    'vigia-app-a',
    new Map([
      ['/assets/a.js', 'former code'],
      ['/assets/shared.css', 'styles'],
      [shellPath, pageOf('/assets/a.js')],
    ]),
  );

it('an installed build has its page and all its files, and takes over at once', async () => {
  serveBuild();
  await install();
  expect(entriesOf('vigia-app-b')).toEqual({
    '/assets/b.js': 'code',
    '/assets/shared.css': 'styles',
    [shellPath]: pageOf(build.entry),
  });
  expect(skipWaiting).toHaveBeenCalledOnce();
});

it('an update downloads what is new alone, and from then on no page of the former build is shown', async () => {
  serveBuild();
  storeFormer();
  stored.set('vigia-push', new Map([['/push-subscription', 'mine']]));
  await install();
  expect(fetched).toEqual(['/assets/b.js', shellPath]);
  expect(entriesOf('vigia-app-a')).not.toHaveProperty(shellPath);
  expect(entriesOf('vigia-app-b')).toHaveProperty(shellPath);
  await activate();
  expect([...stored.keys()]).toEqual(['vigia-push', 'vigia-app-b']);
  expect(claim).toHaveBeenCalledOnce();
  expect(enable).toHaveBeenCalledOnce();
});

it('an installation that ends without a network takes no page away from the same build', async () => {
  serveBuild();
  await install();
  served = null;
  await expect(install()).rejects.toThrow('offline');
  expect(await pageText('/dashboard')).toBe(pageOf(build.entry));
  await activate();
  expect(await pageText('/dashboard')).toBe(pageOf(build.entry));
});

it.each([
  ['a file is missing', () => void served?.delete('/assets/b.js')],
  ['its page is missing', () => void served?.delete(shellPath)],
  ['the server has yet another build', () => void served?.set(shellPath, pageOf('/assets/c.js'))],
])('an update is not taken where %s: the worker of before stays', async (_what, spoil) => {
  serveBuild();
  spoil();
  await expect(install()).rejects.toThrow();
  expect(skipWaiting).not.toHaveBeenCalled();
  expect(entriesOf('vigia-app-b')).not.toHaveProperty(shellPath);
});

const configured = `${pageOf(build.entry)} new configuration`;
it.each([
  ['of the same build replaces the stored one', configured, configured, 0],
  ['of another ends it, and has the update looked for', pageOf('/assets/c.js'), undefined, 1],
])(
  'with a network a page comes from the server, and one %s',
  async (_which, page, stored, updates) => {
    serveBuild();
    await install();
    served?.set('/dashboard/alertas', page);
    expect(await pageText('/dashboard/alertas')).toBe(page);
    expect(entriesOf('vigia-app-b')[shellPath]).toBe(stored);
    expect(update).toHaveBeenCalledTimes(updates);
  },
);

it('without a network the app opens from the cache; while an update is incomplete a page says so', async () => {
  serveBuild();
  await install();
  served = null;
  expect(await pageText('/dashboard/alertas')).toBe(pageOf(build.entry));
  stored.clear();
  const offline = await openPage('/dashboard/alertas');
  expect(offline.status).toBe(503);
  expect(await offline.text()).toContain('<h1>Sin conexión</h1>');
});

it('its files come from its cache, and from the server where they have gone', async () => {
  serveBuild();
  await install();
  served?.set('/assets/b.js', 'changed');
  const request = new Request(`${origin}/assets/b.js`);
  const text = async () => (await dispatch(shell.onFetch, { request }))?.text();
  expect(await text()).toBe('code');
  stored.clear();
  expect(await text()).toBe('changed');
});

it.each([
  ['the API', '/api/users/profile', {}],
  ['what is sent', '/assets/b.js', { method: 'POST' }],
  ['a file of no build', '/assets/other.js', {}],
])('%s goes to the network as without a worker', async (_what, path, part) => {
  serveBuild();
  await install();
  expect(await dispatch(shell.onFetch, fetchEvent(path, part))).toBeNull();
});
