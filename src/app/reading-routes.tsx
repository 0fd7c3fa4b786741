/** The pages anyone may read. Also rendered by the build, so nothing here may need a browser before it is shown. */
import type { RouteObject } from 'react-router-dom';
import type { ContactActor } from '#src/screens/support/contact-dialog.tsx';
import { later } from './later.tsx';

export function readingRoutes(contact: () => Promise<ContactActor>): RouteObject[] {
  return [
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
  ];
}
