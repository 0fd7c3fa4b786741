/**
 * Inline script of index.html for whoever has a session: names the files of the signed-in screen and asks for its first
 * answers with the stored token while the app's code loads. The queries take these (store/api/early-answers.ts).
 */
import { filesFor, type Output } from './vite.output.ts';

/** Modules that every signed-in screen loads, and requests that it sends. */
const everywhere: FirstLoad = {
  modules: [
    'src/services/firebase-identity.ts',
    'src/app/signed-in-runtime.tsx',
    'src/screens/dashboard/dashboard-layout.tsx',
  ],
  urls: [
    '/api/users/profile',
    '/api/users/config',
    '/api/users/alerts?limit=1',
    '/api/users/notifications',
  ],
};

/** By the address without a query. The requests are those of the queries: tests/journeys/first-load.spec.ts compares them. */
const screens: Readonly<Record<string, FirstLoad>> = {
  '/dashboard': {
    modules: ['src/screens/overview/overview-screen.tsx'],
    urls: [
      '/api/monitoring/raw?watched=true&spark=7d&limit=500',
      '/api/monitoring/matches?watched=true&limit=500',
    ],
  },
  '/dashboard/partidos': {
    modules: ['src/screens/matches/matches-screen.tsx'],
    urls: ['/api/monitoring/matches?sort=kickoff&limit=500', '/api/monitoring/discovery'],
  },
  '/dashboard/umbrales': {
    modules: ['src/screens/thresholds/thresholds-screen.tsx'],
    urls: ['/api/users/thresholds?sort=distance&month=30d&limit=500'],
  },
  '/dashboard/alertas': {
    modules: ['src/screens/alerts/alerts-screen.tsx'],
    urls: ['/api/users/alerts?limit=50', '/api/users/alerts?failed=true&unread=true&limit=1'],
  },
  '/dashboard/configuracion': {
    modules: ['src/screens/settings/settings-screen.tsx'],
    urls: ['/api/users/channels', '/api/users/keys'],
  },
  '/dashboard/plan': {
    modules: ['src/screens/plan/plan-screen.tsx'],
    urls: ['/api/billing/state'],
  },
};

interface FirstLoad {
  readonly modules: readonly string[];
  readonly urls: readonly string[];
}

/** @throws when a module has no file of its own in the build */
export function addFirstLoad(index: string, files: Output): string {
  const common = namedFiles(everywhere.modules, files);
  const own = Object.entries(screens).map(([path, { modules, urls }]) => {
    const further = namedFiles(modules, files).filter((file) => !common.includes(file));
    return [path, [further, urls]] as const;
  });
  // Above the style sheet, for which an inline script below it would wait.
  const { urls } = everywhere;
  const script = scriptOf(JSON.stringify([common, urls]), JSON.stringify(Object.fromEntries(own)));
  return index.replace('</script>', (end) => `${end}\n    ${script}`);

  function namedFiles(modules: readonly string[], output: Output): string[] {
    const { css, code } = filesFor(modules, output);
    return [...css, ...code].filter((file) => !index.includes(file));
  }
}

/**
 * The answers are asked for first: a server takes its time, and a browser sends six requests at once. A token that has
 * expired would only be refused; answers that no query has taken within a minute are too old.
 */
const scriptOf = (common: string, byPath: string) => `<script>
      try {
        const token = localStorage.getItem('authToken');
        const path = location.pathname === '/' ? '/dashboard' : location.pathname;
        if (token !== null && path.startsWith('/dashboard')) {
          const own = location.search === '' ? ${byPath}[path] : undefined;
          const [files, urls] = ${common}.map((list, index) => list.concat(own?.[index] ?? []));
          const { exp } = JSON.parse(atob(token.split('.')[1].replace(/-/g, '+').replace(/_/g, '/')));
          if (exp * 1000 > Date.now()) {
            const request = { headers: { authorization: 'Bearer ' + token }, signal: AbortSignal.timeout(30000) };
            const ask = (url) => [url, fetch(url, request).catch(() => null)];
            window.earlyAnswers = { token, byUrl: new Map(urls.map(ask)) };
            setTimeout(() => delete window.earlyAnswers, 60000);
          }
          for (const href of files) {
            const link = document.createElement('link');
            const kind = href.endsWith('.css') ? { rel: 'preload', as: 'style' } : { rel: 'modulepreload' };
            document.head.append(Object.assign(link, kind, { crossOrigin: '', href }));
          }
        }
      } catch {}
    </script>`;
