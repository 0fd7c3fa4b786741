/** Renders a screen with a real store and an MSW backend, with locators for what it shows. */
import { setImmediate } from 'node:timers/promises';
import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http, type JsonBodyType, type PathParams } from 'msw';
import { setupServer } from 'msw/node';
import type { ReactNode } from 'react';
import { Provider } from 'react-redux';
import { createMemoryRouter, type RouteObject, RouterProvider } from 'react-router-dom';
import { afterAll, beforeAll, beforeEach, expect, vi } from 'vitest';
import {
  type AccountCredentials,
  type SessionActions,
  SessionContext,
  type SessionContextValue,
  type SessionView,
} from '#src/features/session/session-context.ts';
import { createAppStore } from '#store/app-store.ts';
import { storeSession } from '#tests/support/store-session.ts';
import { historySample, previewSample } from '#tests/support/threshold-samples.ts';
import { origin, stubRequest } from './origin-request.ts';
import { plain } from './plain.ts';

/** An address of the API. */
export const api = (path: string) => `${origin}/api/${path}`;

const emptyPage = { items: [], nextCursor: null };
const unknown = { value: null, sampleSize: 0 };
/** Of a market that publishes nothing. */
export const statisticsSample = {
  currency: 'EUR',
  floorCents: unknown,
  medianAskCents: unknown,
  spreadBp: unknown,
  depthWithin5Pct: unknown,
  change24hBp: unknown,
  change7dBp: unknown,
  volatility: unknown,
  volumeSales24h: unknown,
  bestValuePerTicketCents: unknown,
};
/** What the backend says unless a test answers otherwise: an account with mail alone, and a market of which nothing is known. */
const defaults = {
  'users/channels': {
    items: [{ id: 'mail', kind: 'mail', name: 'Correo', state: 'active', reason: null }],
    kinds: [],
    pushKey: null,
    limit: 20,
  },
  'users/alerts': { ...emptyPage, unread: 0 },
  'users/notifications': { quietHours: null, mail: 'on', browser: false },
  'monitoring/matches': emptyPage,
  'monitoring/raw': emptyPage,
  'monitoring/discovery': { falls: [], nearLows: [], newlyListed: [] },
  'monitoring/stats': statisticsSample,
};
export const server = setupServer(
  ...Object.entries(defaults).map(([path, body]) =>
    http.get(api(path), () => HttpResponse.json(body)),
  ),
  http.get(api('monitoring/history'), ({ request }) => {
    const { searchParams } = new URL(request.url);
    const [collectibleId, range] = [searchParams.get('collectible'), searchParams.get('range')];
    return HttpResponse.json({ ...historySample(), collectibleId, range });
  }),
  http.post(api('monitoring/preview'), () => HttpResponse.json(previewSample())),
  http.get(`${origin}/health`, () =>
    HttpResponse.json({ checks: { market: { ok: true, lastReadingAgeSeconds: 5 } } }),
  ),
);

/** Registers the hooks of a file whose tests ask the backend; every file of components has them. */
export function setupScreenTests(): void {
  beforeAll(() => {
    server.listen({ onUnhandledFrame: 'error' });
    stubRequest();
  });
  beforeEach(async () => {
    // What the test before sent last finds its handlers in microtasks: before they are gone, and not among those of this test.
    await setImmediate();
    server.resetHandlers();
  });
  afterAll(() => {
    // Before the server closes: its `Request` would come back, and meet headers that it has not recorded.
    vi.unstubAllGlobals();
    server.close();
  });
}

const answerWith = (body: JsonBodyType | Response) =>
  body instanceof Response ? body.clone() : HttpResponse.json(body);

/** An error as the backend sends it. @param stored of a conflict: what is stored instead */
export const errorResponse = (status: number, code: string, error: string, stored?: unknown) =>
  HttpResponse.json({ error, code, requestId: 'r', stored }, { status });
/** The backend cannot answer for the moment. */
export const unavailable = () => errorResponse(503, 'unavailable', 'Ahora no.');
/** The backend cannot answer this for the rest of a test, or until the test says otherwise. */
export const breakEndpoint = (method: 'get' | 'post' | 'put' | 'patch' | 'delete', path: string) =>
  server.use(http[method](api(path), unavailable));

/** What a request is answered with: a body, a response, or either later or by the request; undefined leaves it to the answers mocked before. */
type Answer = unknown | ((request: Request, params: PathParams) => unknown);

/** @param route `"GET billing/state"`. @param answers in order, the last one repeated. @returns the requests made */
export function mockRoute(route: string, ...answers: readonly Answer[]): string[] {
  return mockRoutes([[route, answers]]);
}

function mockRoutes(routes: readonly (readonly [string, readonly Answer[]])[]): string[] {
  const requests: string[] = [];
  for (const [route, answers] of routes) {
    const [method, path = ''] = route.split(' ');
    let calls = 0;
    const verb = method?.toLowerCase() as 'get' | 'post' | 'put' | 'patch' | 'delete';
    server.use(
      http[verb](api(path), async ({ request, params }) => {
        const asked = request.url.slice(api('').length);
        requests.push(`${method} ${asked}${await request.clone().text()}`);
        const answer = answers[Math.min(calls, answers.length - 1)];
        calls += 1;
        const body = await (typeof answer === 'function' ? answer(request, params) : answer);
        return body === undefined ? undefined : answerWith(body as JsonBodyType | Response);
      }),
    );
  }
  return requests;
}

/** A backend with a profile and its settings, and for each `"GET billing/state"` the answers of `mockRoute`. @returns the requests made */
export function mockBackend(answers: Readonly<Record<string, readonly Answer[]>>): string[] {
  return mockRoutes(
    Object.entries({
      'GET users/profile': [profile()],
      'GET billing/invoices': [{ items: [] }],
      'GET users/config': [settingsOf(answers['GET users/profile']?.[0] ?? profile())],
      ...answers,
    }),
  );
}

/** The settings that belong to a profile. */
const settingsOf = (answer: unknown) => ({
  configuracion: (answer as Partial<ReturnType<typeof profile>>).configuracion ?? {},
  version: 1,
  states: {},
});

export const profile = (umbrales: Record<string, { pause: string | null }> = {}) => ({
  uid: 'ana',
  email: 'ana@correo.example',
  emailConfirmed: true,
  username: 'ana',
  createdAt: '2026-01-01T00:00:00.000Z',
  estado: 'activo',
  plan: 'premium',
  onboardingCompletado: true,
  configuracion: { partidos: ['m1'], umbrales, frecuencia: 60 },
});

/** Somebody is in, and nothing is under way. */
export const sessionView = (part: Partial<SessionView> = {}): SessionView => ({
  status: 'authenticated',
  delay: null,
  isRetrying: false,
  busy: null,
  failure: null,
  hasSignedOut: false,
  user: { email: 'ana@correo.example', displayName: null },
  ...part,
});

/** What a person may do of their session: nothing happens. */
export const sessionActions: SessionActions = {
  signIn() {},
  signInWithGoogle() {},
  register() {},
  signOut() {},
  retry() {},
};

/** Of somebody with a password, which is always right. */
export const accountCredentials: AccountCredentials = {
  hasPassword: () => true,
  reauthenticate: async () => {},
  changePassword: async () => {},
  requestEmailChange: async () => {},
};

/** @param route for a screen that reads route parameters. @param others to navigate to. @param sessionPart what it reads of the session. @param store one with live prices */
export function renderScreen(
  element: ReactNode,
  path: string,
  {
    route = '/dashboard/*',
    others = [],
    sessionPart = {},
    store = createAppStore({ session: storeSession() }),
  }: {
    readonly route?: string;
    readonly others?: readonly RouteObject[];
    readonly sessionPart?: Partial<SessionContextValue>;
    readonly store?: ReturnType<typeof createAppStore>;
  } = {},
) {
  const showToast = vi.fn();
  const router = createMemoryRouter([{ path: route, element }, ...others], {
    initialEntries: [path],
  });
  const session = { showToast, ...sessionPart } as SessionContextValue;
  render(
    <Provider store={store}>
      <SessionContext value={session}>
        <RouterProvider router={router} />
      </SessionContext>
    </Provider>,
  );
  return {
    showToast,
    store,
    /** What the one toast says, and what its button does. */
    async toast() {
      await waitFor(() => expect(showToast).toHaveBeenCalledOnce());
      const [message, , action] = showToast.mock.calls[0] ?? [];
      return { message, undo: action?.run as () => void };
    },
    navigate: (to: string, state?: unknown) => router.navigate(to, { state }),
    address: () => router.state.location.pathname + router.state.location.search,
    hash: () => router.state.location.hash,
  };
}

export const button = (name: string | RegExp) => screen.findByRole('button', { name });
export const noButton = (name: string | RegExp) =>
  expect(screen.queryByRole('button', { name })).not.toBeInTheDocument();
export const text = (words: RegExp) => screen.findByText(words);
/** Presses it once it can be: disabled until its last answer is shown, it would swallow the press. */
export const press = async (name: string | RegExp) => {
  const target = await button(name);
  await waitFor(() => expect(target).toBeEnabled());
  await userEvent.click(target);
};

/** The options of a select, by its label. */
export const optionsOf = (label: string) =>
  within(screen.getByLabelText(label)).getAllByRole('option').map(plainText);
/** What an element says, with plain spaces. */
export const plainText = (element: Element | null | undefined) =>
  element?.textContent == null ? undefined : plain(element.textContent);
/** What the definition lists on screen say, by term. */
export const definitions = () =>
  Object.fromEntries(
    screen
      .getAllByRole('term')
      .map((term) => [plainText(term), plainText(term.nextElementSibling)]),
  );
