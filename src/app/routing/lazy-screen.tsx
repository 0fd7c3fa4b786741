/** React.lazy screens with retry after a failed chunk load, and preloading by route. */
import { type ComponentType, lazy, useState } from 'react';
import { ErrorBoundary } from 'react-error-boundary';
import { matchRoutes, type RouteObject } from 'react-router-dom';
import { importWithReload } from '#src/features/loading/import-with-reload.ts';
import { ScreenLoadError } from './screen-load-error.tsx';

/** A screen's chunk failed to load. */
class ChunkLoadError extends Error {}

/** @returns route properties: `element` loads the screen when rendered, with a retry on failure; `handle` preloads it */
export function lazyScreen(load: () => Promise<ComponentType>) {
  let loaded: ComponentType | null = null;
  const loadScreen = async () => {
    const [Screen] = await Promise.all([load(), import('#src/styles/pages.css')]).catch((cause) => {
      throw new ChunkLoadError('a screen chunk failed to load', { cause });
    });
    loaded = Screen;
    return { default: Screen };
  };
  let LazyScreen = lazy(loadScreen);
  const retry = (): ComponentType => {
    // React.lazy caches a rejection, so a retry needs a new one.
    LazyScreen = lazy(() => importWithReload(loadScreen));
    return loaded ?? LazyScreen;
  };
  function Screen() {
    // A loaded screen renders at once. Chosen once: swapping the component would remount the screen.
    const [Current, setCurrent] = useState<ComponentType>(() => loaded ?? LazyScreen);
    return (
      <ErrorBoundary
        onReset={() => setCurrent(retry)}
        fallbackRender={({ error, resetErrorBoundary }) => {
          // Errors of a loaded screen go to the page's error boundary.
          if (!(error instanceof ChunkLoadError)) throw error;
          return <ScreenLoadError onRetry={resetErrorBoundary} />;
        }}
      >
        <Current />
      </ErrorBoundary>
    );
  }
  return { element: <Screen />, handle: loadScreen };
}

/** Preloads the screens of an address while the session is still unknown. Resolves when all are loaded or failed. */
export async function preloadRoute(routes: RouteObject[], pathname: string): Promise<void> {
  const loads = (matchRoutes(routes, pathname) ?? []).map(({ route }) =>
    typeof route.handle === 'function' ? route.handle() : null,
  );
  // A failed load is retried, and reported, when the screen renders.
  await Promise.allSettled(loads);
}

/** Loaders of all screens at and below a path; once all are loaded, navigation works offline. */
export function routeLoadersBelow(routes: RouteObject[], path: string): (() => Promise<unknown>)[] {
  return routes.flatMap((route) => {
    const children = route.children ?? [];
    if (route.path !== path) return routeLoadersBelow(children, path);
    return [route, ...children].flatMap(({ handle }) =>
      typeof handle === 'function' ? [handle] : [],
    );
  });
}
