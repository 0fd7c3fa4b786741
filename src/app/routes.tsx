/** Every route of the product; all but the sign-in form is fetched when it is needed. */
import { type ComponentType, lazy } from 'react';
import { matchRoutes, type RouteObject } from 'react-router-dom';
import { NotFoundScreen } from '#src/screens/error/error-screen.tsx';
import { LoginScreen } from '#src/screens/login/login-screen.tsx';
import { Home, PublicOnly, SignedInOnly } from './guards.tsx';
import type { Runtime } from './runtime.ts';

export function createRoutes({
  memory,
  contact,
}: Pick<Runtime, 'memory' | 'contact'>): RouteObject[] {
  return [
    { index: true, element: <Home /> },
    {
      element: <PublicOnly />,
      children: [
        { path: 'login', element: <LoginScreen /> },
        {
          path: 'register',
          ...later(
            async () => (await import('#src/screens/register/register-screen.tsx')).RegisterScreen,
          ),
        },
      ],
    },
    {
      element: <SignedInOnly />,
      children: [
        {
          ...later(async () => {
            const { SignedInArea } = await import('./signed-in-area.tsx');
            const held = await memory();
            return () => <SignedInArea memory={held} />;
          }),
          children: signedIn,
        },
      ],
    },
    {
      path: 'terms',
      ...later(async () => (await import('#src/screens/legal/terms-screen.tsx')).TermsScreen),
    },
    {
      path: 'privacy',
      ...later(async () => (await import('#src/screens/legal/privacy-screen.tsx')).PrivacyScreen),
    },
    {
      path: 'support',
      ...later(async () => {
        const [{ SupportScreen }, held] = await Promise.all([
          import('#src/screens/support/support-screen.tsx'),
          contact(),
        ]);
        return () => <SupportScreen contact={held} />;
      }),
    },
    {
      path: 'how-it-works',
      ...later(
        async () =>
          (await import('#src/screens/how-it-works/how-it-works-screen.tsx')).HowItWorksScreen,
      ),
    },
    { path: '*', element: <NotFoundScreen /> },
  ];
}

const signedIn: RouteObject[] = [
  {
    path: 'onboarding',
    ...later(
      async () => (await import('#src/screens/onboarding/onboarding-screen.tsx')).OnboardingScreen,
    ),
  },
  {
    path: 'dashboard',
    ...later(
      async () => (await import('#src/screens/dashboard/dashboard-layout.tsx')).DashboardLayout,
    ),
    children: [
      {
        index: true,
        ...later(
          async () => (await import('#src/screens/overview/overview-screen.tsx')).OverviewScreen,
        ),
      },
      {
        path: 'partidos',
        ...later(
          async () => (await import('#src/screens/matches/matches-screen.tsx')).MatchesScreen,
        ),
      },
      {
        path: 'partidos/:id',
        ...later(async () => (await import('#src/screens/match/match-screen.tsx')).MatchScreen),
      },
      {
        path: 'alertas',
        ...later(async () => (await import('#src/screens/alerts/alerts-screen.tsx')).AlertsScreen),
      },
      {
        path: 'configuracion',
        ...later(
          async () => (await import('#src/screens/settings/settings-screen.tsx')).SettingsScreen,
        ),
      },
      {
        path: 'plan',
        ...later(async () => (await import('#src/screens/plan/plan-screen.tsx')).PlanScreen),
      },
    ],
  },
];

/** A screen whose code comes later; `handle` fetches it ahead. */
function later(load: () => Promise<ComponentType>) {
  const fetch = async () => {
    const [Screen] = await Promise.all([load(), import('#src/styles/pages.css')]);
    return { default: Screen };
  };
  const Screen = lazy(fetch);
  return { element: <Screen />, handle: fetch };
}

/** Fetches the screens of an address while the session is still being asked for. */
export function fetchAhead(routes: RouteObject[], pathname: string): void {
  // What fails here is fetched again, and told, when it is shown.
  for (const { route } of matchRoutes(routes, pathname) ?? [])
    if (typeof route.handle === 'function') route.handle().catch(() => {});
}
