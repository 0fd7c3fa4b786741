/** The pages anyone may read. Also rendered by the build, so nothing here may need a browser before it is shown. */
import type { RouteObject } from 'react-router-dom';
import type { ContactActor } from '#src/screens/support/contact-dialog.tsx';
import { lazyScreen } from './lazy-screen.tsx';

export function prerenderedRoutes(contact: () => Promise<ContactActor>): RouteObject[] {
  return [
    {
      path: 'terms',
      ...lazyScreen(async () => (await import('#src/screens/legal/terms-screen.tsx')).TermsScreen),
    },
    {
      path: 'privacy',
      ...lazyScreen(
        async () => (await import('#src/screens/legal/privacy-screen.tsx')).PrivacyScreen,
      ),
    },
    {
      path: 'support',
      ...lazyScreen(async () => {
        const [{ SupportScreen }, held] = await Promise.all([
          import('#src/screens/support/support-screen.tsx'),
          contact(),
        ]);
        return () => <SupportScreen contact={held} />;
      }),
    },
    {
      path: 'how-it-works',
      ...lazyScreen(
        async () =>
          (await import('#src/screens/how-it-works/how-it-works-screen.tsx')).HowItWorksScreen,
      ),
    },
  ];
}
