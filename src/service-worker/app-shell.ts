/**
 * The app's page and code in a cache, for when there is no network. With one, every page comes from the server, so that no
 * code is older than the server's.
 */
import { isAppPage } from '#domain/app-pages.ts';
import { isPrerendered } from '#domain/public-pages.ts';
import { shellPath } from '#domain/service-worker-paths.ts';
import type { ExtendableEvent, FetchEvent, WorkerScope } from './worker-scope.ts';

/** One build of the app; the build writes it before the worker's code (vite.service-worker.ts). */
export interface AppBuild {
  /** Names the cache. */
  readonly id: string;
  /** Script that every page of this build loads. */
  readonly entry: string;
  /** Paths of its code, styles and fonts. */
  readonly files: readonly string[];
}

const cachePrefix = 'vigia-app-';

export function createAppShell(scope: WorkerScope, build: AppBuild) {
  const cacheName = cachePrefix + build.id;
  const files = new Set(build.files);

  const deleteShell = async (name: string) => {
    await (await caches.open(name)).delete(shellPath);
  };

  /** @throws when a file is missing, or the server has yet another build: the worker of before stays, without a page */
  async function install(): Promise<void> {
    const others = (await appCaches()).filter((name) => name !== cacheName);
    // This worker's file announces an update: from here on no page of an older build is served.
    await Promise.all(others.map(deleteShell));
    const cache = await caches.open(cacheName);
    await Promise.all(
      build.files.map(async (file) => {
        const known = await caches.match(file, { ignoreVary: true });
        await cache.put(file, known ?? (await fetchSuccessfully(file)));
      }),
    );
    const page = await fetchSuccessfully(shellPath);
    if (!(await isOfThisBuild(page.clone()))) throw new Error('the page is of another build');
    await cache.put(shellPath, page);
    await scope.skipWaiting();
  }

  async function activate(): Promise<void> {
    await scope.registration.navigationPreload?.enable();
    const others = (await appCaches()).filter((name) => name !== cacheName);
    await Promise.all(others.map((name) => caches.delete(name)));
    await scope.clients.claim();
  }

  async function servePage(event: FetchEvent, path: string): Promise<Response> {
    try {
      const page = await fetchPage(event);
      event.waitUntil(compareBuild(page.clone(), path));
      return page;
    } catch {
      const shell = await caches.match(shellPath, { cacheName, ignoreVary: true });
      return shell ?? offlinePage();
    }
  }

  const fetchPage = async ({ preloadResponse, request }: FetchEvent) =>
    (await preloadResponse) ?? (await fetch(request));

  /** A page of the same build replaces the stored one: the configuration in it may have changed. */
  async function compareBuild(page: Response, path: string): Promise<void> {
    if (!page.ok) return;
    if (!(await isOfThisBuild(page.clone()))) {
      await deleteShell(cacheName);
      await scope.registration.update();
    } else if (!isPrerendered(path)) {
      await (await caches.open(cacheName)).put(shellPath, page);
    }
  }

  const isOfThisBuild = async (page: Response) => (await page.text()).includes(build.entry);

  async function serveFile(request: Request): Promise<Response> {
    const stored = await caches.match(request, { cacheName, ignoreVary: true });
    return stored ?? fetch(request);
  }

  return {
    onInstall: (event: ExtendableEvent) => event.waitUntil(install()),
    onActivate: (event: ExtendableEvent) => event.waitUntil(activate()),
    /** Everything else, the API above all, goes to the network as without a worker. */
    onFetch(event: FetchEvent): void {
      const { method, mode, url } = event.request;
      const { origin, pathname } = new URL(url);
      if (method !== 'GET' || origin !== scope.location.origin) return;
      if (mode === 'navigate')
        // The other pages, too, so that the request begun while the worker started is not repeated.
        event.respondWith(isAppPage(pathname) ? servePage(event, pathname) : fetchPage(event));
      else if (files.has(pathname)) event.respondWith(serveFile(event.request));
    },
  };
}

const appCaches = async () => (await caches.keys()).filter((name) => name.startsWith(cachePrefix));

async function fetchSuccessfully(path: string): Promise<Response> {
  const response = await fetch(path);
  if (!response.ok) throw new Error(`${path} answered ${response.status}`);
  return response;
}

/** The page shown without a network while the app cannot be: the stored build is deleted, and the new one not complete yet. */
const offlinePage = (): Response =>
  new Response(
    `<!doctype html><html lang="es"><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Sin conexión · Vigía</title>
<style>:root{color-scheme:light dark}body{font:17px/1.5 system-ui,sans-serif;max-width:36em;margin:20vh auto;padding:0 24px}</style>
<h1>Sin conexión</h1>
<p>Hay una versión nueva de Vigía y falta por descargar. Recarga cuando vuelva la red. Tus alertas no dependen de esta página: se comprueban en el servidor.</p></html>`,
    { status: 503, headers: { 'content-type': 'text/html; charset=utf-8' } },
  );
