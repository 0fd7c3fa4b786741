/** Every route of the product; all but the sign-in form is fetched when it is needed. */
import type { RouteObject } from 'react-router-dom';
import { NotFoundScreen } from '#src/screens/error/error-screen.tsx';
import { LoginScreen } from '#src/screens/login/login-screen.tsx';
import { Home, PublicOnly, SignedInOnly } from './guards.tsx';
import { later } from './later.tsx';
import { readingRoutes } from './reading-routes.tsx';
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
    ...readingRoutes(contact),
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
