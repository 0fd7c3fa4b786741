/** Every route of the product; screens behind a sign-in are fetched when they are needed. */
import { createBrowserRouter, ScrollRestoration } from 'react-router-dom';
import { ErrorScreen, NotFoundScreen } from '#src/screens/error/error-screen.tsx';
import { LoginScreen } from '#src/screens/login/login-screen.tsx';
import { SplashScreen } from '#src/screens/splash/splash-screen.tsx';
import { Home, OnceKnown, PublicOnly, SignedInOnly } from './guards.tsx';
import type { Runtime } from './runtime.ts';

function Root() {
  return (
    <>
      <OnceKnown />
      <ScrollRestoration />
    </>
  );
}

export function createRouter({ memory }: Pick<Runtime, 'memory'>) {
  return createBrowserRouter([
    {
      element: <Root />,
      errorElement: <ErrorScreen />,
      // While the first screen's code arrives.
      hydrateFallbackElement: <SplashScreen />,
      children: [
        { index: true, element: <Home /> },
        {
          element: <PublicOnly />,
          children: [
            { path: 'login', element: <LoginScreen /> },
            {
              path: 'register',
              // Its form library is nothing to /login.
              lazy: async () => {
                const { RegisterScreen } = await import(
                  '#src/screens/register/register-screen.tsx'
                );
                return { Component: RegisterScreen };
              },
            },
          ],
        },
        {
          element: <SignedInOnly />,
          children: [
            {
              lazy: async () => {
                const [{ SignedInArea }, held] = await Promise.all([
                  import('./signed-in-area.tsx'),
                  memory(),
                ]);
                return { element: <SignedInArea memory={held} /> };
              },
              children: [
                {
                  path: 'dashboard',
                  lazy: async () => {
                    const { DashboardLayout } = await import(
                      '#src/screens/dashboard/dashboard-layout.tsx'
                    );
                    return { Component: DashboardLayout };
                  },
                  children: dashboard,
                },
              ],
            },
          ],
        },
        { path: '*', element: <NotFoundScreen /> },
      ],
    },
  ]);
}

const dashboard = [
  {
    index: true,
    lazy: async () => {
      const { OverviewScreen } = await import('#src/screens/overview/overview-screen.tsx');
      return { Component: OverviewScreen };
    },
  },
  {
    path: 'partidos',
    lazy: async () => {
      const { MatchesScreen } = await import('#src/screens/matches/matches-screen.tsx');
      return { Component: MatchesScreen };
    },
  },
  {
    path: 'partidos/:id',
    lazy: async () => {
      const { MatchScreen } = await import('#src/screens/match/match-screen.tsx');
      return { Component: MatchScreen };
    },
  },
  {
    path: 'alertas',
    lazy: async () => {
      const { AlertsScreen } = await import('#src/screens/alerts/alerts-screen.tsx');
      return { Component: AlertsScreen };
    },
  },
  {
    path: 'configuracion',
    lazy: async () => {
      const { SettingsScreen } = await import('#src/screens/settings/settings-screen.tsx');
      return { Component: SettingsScreen };
    },
  },
  {
    path: 'plan',
    lazy: async () => {
      const { PlanScreen } = await import('#src/screens/plan/plan-screen.tsx');
      return { Component: PlanScreen };
    },
  },
];
