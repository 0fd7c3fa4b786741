/** All routes; every screen but the sign-in form is lazy. */
import type { RouteObject } from 'react-router-dom';
import { NotFoundScreen } from '#src/screens/error/error-screen.tsx';
import { LoginScreen } from '#src/screens/login/login-screen.tsx';
import type { Runtime } from '../runtime.ts';
import { lazyScreen } from './lazy-screen.tsx';
import { prerenderedRoutes } from './prerendered-routes.tsx';
import { HomeRedirect, RequireSignedIn, RequireSignedOut } from './route-guards.tsx';

export function createRoutes({
  loadSignedInRuntime,
  loadContactActor,
}: Pick<Runtime, 'loadSignedInRuntime' | 'loadContactActor'>): RouteObject[] {
  return [
    { index: true, element: <HomeRedirect /> },
    {
      element: <RequireSignedOut />,
      children: [
        { path: 'login', element: <LoginScreen /> },
        {
          path: 'register',
          ...lazyScreen(
            async () => (await import('#src/screens/register/register-screen.tsx')).RegisterScreen,
          ),
        },
      ],
    },
    {
      element: <RequireSignedIn />,
      children: [
        {
          ...lazyScreen(async () => (await loadSignedInRuntime()).Layout),
          children: signedInRoutes,
        },
      ],
    },
    ...prerenderedRoutes(loadContactActor),
    { path: '*', element: <NotFoundScreen /> },
  ];
}

const signedInRoutes: RouteObject[] = [
  {
    path: 'onboarding',
    ...lazyScreen(
      async () => (await import('#src/screens/onboarding/onboarding-screen.tsx')).OnboardingScreen,
    ),
  },
  {
    path: 'dashboard',
    ...lazyScreen(
      async () => (await import('#src/screens/dashboard/dashboard-layout.tsx')).DashboardLayout,
    ),
    children: [
      {
        index: true,
        ...lazyScreen(
          async () => (await import('#src/screens/overview/overview-screen.tsx')).OverviewScreen,
        ),
      },
      {
        path: 'partidos',
        ...lazyScreen(
          async () => (await import('#src/screens/matches/matches-screen.tsx')).MatchesScreen,
        ),
      },
      {
        path: 'partidos/:id',
        ...lazyScreen(
          async () => (await import('#src/screens/match/match-screen.tsx')).MatchScreen,
        ),
      },
      {
        path: 'umbrales',
        ...lazyScreen(
          async () =>
            (await import('#src/screens/thresholds/thresholds-screen.tsx')).ThresholdsScreen,
        ),
      },
      {
        path: 'alertas',
        ...lazyScreen(
          async () => (await import('#src/screens/alerts/alerts-screen.tsx')).AlertsScreen,
        ),
      },
      {
        path: 'configuracion',
        ...lazyScreen(
          async () => (await import('#src/screens/settings/settings-screen.tsx')).SettingsScreen,
        ),
      },
      {
        path: 'plan',
        ...lazyScreen(async () => (await import('#src/screens/plan/plan-screen.tsx')).PlanScreen),
      },
    ],
  },
];
