/** Routes of the public pages. The build renders them too, so loading them must not need a browser. */
import type { RouteObject } from 'react-router-dom';
import type { ContactActor } from '#src/screens/support/contact-dialog.tsx';
import { lazyScreen } from './lazy-screen.tsx';

export function prerenderedRoutes(loadContactActor: () => Promise<ContactActor>): RouteObject[] {
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
        const [{ SupportScreen }, contactActor] = await Promise.all([
          import('#src/screens/support/support-screen.tsx'),
          loadContactActor(),
        ]);
        return () => <SupportScreen contact={contactActor} />;
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
