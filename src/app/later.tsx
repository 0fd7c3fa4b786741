/** Screens whose code comes later than the first page's. */
import { type ComponentType, lazy, useState } from 'react';
import { matchRoutes, type RouteObject } from 'react-router-dom';

/** A screen fetched when it is shown; `handle` fetches it ahead. */
export function later(load: () => Promise<ComponentType>) {
  let arrived: ComponentType | null = null;
  const fetch = async () => {
    const [Screen] = await Promise.all([load(), import('#src/styles/pages.css')]);
    arrived = Screen;
    return { default: Screen };
  };
  const Arriving = lazy(fetch);
  function Screen() {
    // What is already here shows at once. Chosen once: another component in its place would start the screen anew.
    const [Present] = useState<ComponentType>(() => arrived ?? Arriving);
    return <Present />;
  }
  return { element: <Screen />, handle: fetch };
}

/** Fetches the screens of an address while the session is still being asked for. @returns when all have come or failed */
export async function fetchAhead(routes: RouteObject[], pathname: string): Promise<void> {
  const fetches = (matchRoutes(routes, pathname) ?? []).map(({ route }) =>
    typeof route.handle === 'function' ? route.handle() : null,
  );
  // What fails here is fetched again, and told, when it is shown.
  await Promise.allSettled(fetches);
}
