/** Screens whose code comes later than the first page's. */
import { type ComponentType, lazy, useState } from 'react';
import { ErrorBoundary } from 'react-error-boundary';
import { matchRoutes, type RouteObject } from 'react-router-dom';
import { importWithReload } from '#src/components/retry-import.ts';
import { ScreenLoadError } from './screen-load-error.tsx';

/** The code of a screen could not be fetched. */
class ChunkLoadError extends Error {}

/** A screen fetched when it is shown; `handle` fetches it ahead. What does not arrive is said in its place, and can be asked for again. */
export function lazyScreen(load: () => Promise<ComponentType>) {
  let arrived: ComponentType | null = null;
  const fetch = async () => {
    const [Screen] = await Promise.all([load(), import('#src/styles/pages.css')]).catch((cause) => {
      throw new ChunkLoadError('the code of a screen did not arrive', { cause });
    });
    arrived = Screen;
    return { default: Screen };
  };
  let Arriving = lazy(fetch);
  const again = (): ComponentType => {
    // What was refused once is refused for good by the same `lazy`.
    Arriving = lazy(() => importWithReload(fetch));
    return arrived ?? Arriving;
  };
  function Screen() {
    // What is already here shows at once. Chosen once: another component in its place would start the screen anew.
    const [Present, setPresent] = useState<ComponentType>(() => arrived ?? Arriving);
    return (
      <ErrorBoundary
        onReset={() => setPresent(again)}
        fallbackRender={({ error, resetErrorBoundary }) => {
          // A screen that is here and fails is for the boundary of the page.
          if (!(error instanceof ChunkLoadError)) throw error;
          return <ScreenLoadError onRetry={resetErrorBoundary} />;
        }}
      >
        <Present />
      </ErrorBoundary>
    );
  }
  return { element: <Screen />, handle: fetch };
}

/** Fetches the screens of an address while the session is still being asked for. @returns when all have come or failed */
export async function preloadRoute(routes: RouteObject[], pathname: string): Promise<void> {
  const fetches = (matchRoutes(routes, pathname) ?? []).map(({ route }) =>
    typeof route.handle === 'function' ? route.handle() : null,
  );
  // What fails here is fetched again, and told, when it is shown.
  await Promise.allSettled(fetches);
}

/** How to fetch every screen at and below a path: whoever has it all can go on without a network. */
export function routeLoadersBelow(routes: RouteObject[], path: string): (() => Promise<unknown>)[] {
  return routes.flatMap((route) => {
    const children = route.children ?? [];
    if (route.path !== path) return routeLoadersBelow(children, path);
    return [route, ...children].flatMap(({ handle }) =>
      typeof handle === 'function' ? [handle] : [],
    );
  });
}
