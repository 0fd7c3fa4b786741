/** Every route of the product; screens behind a sign-in are fetched when they are needed. */
import { createBrowserRouter, Outlet, ScrollRestoration } from 'react-router-dom';
import { ErrorScreen, NotFoundScreen } from '#src/screens/error/error-screen.tsx';
import { LoginScreen } from '#src/screens/login/login-screen.tsx';
import { Home, PublicOnly, SignedInOnly } from './guards.tsx';

function Root() {
  return (
    <>
      <Outlet />
      <ScrollRestoration />
    </>
  );
}

export function createRouter() {
  return createBrowserRouter([
    {
      element: <Root />,
      errorElement: <ErrorScreen />,
      // Nothing but the splash of the guards shows while the first screen's code arrives.
      hydrateFallbackElement: <></>,
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
