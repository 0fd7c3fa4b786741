/** Announces alerts wherever a signed-in tab is, public pages included: it may be the notification leader anywhere. */
import { type ComponentType, useEffect, useState } from 'react';
import { ErrorBoundary } from 'react-error-boundary';
import { useLocation } from 'react-router-dom';
import { useSession } from '#src/features/session/session-context.ts';

/** @param load the announcer with its store; memoised */
export function SignedInAnnouncer({ load }: { readonly load: () => Promise<ComponentType> }) {
  const { session } = useSession();
  const { pathname } = useLocation();
  const [Announcer, setAnnouncer] = useState<ComponentType | null>(null);
  const isSignedIn = session.status === 'authenticated';
  // biome-ignore lint/correctness/useExhaustiveDependencies: a load that failed is retried at the next address
  useEffect(() => {
    if (!isSignedIn || Announcer !== null) return;
    load().then(
      (loaded) => setAnnouncer(() => loaded),
      () => {},
    );
  }, [isSignedIn, pathname, Announcer, load]);
  if (!isSignedIn || Announcer === null) return null;
  return (
    // Beside the screens: an error in it must not replace them.
    <ErrorBoundary fallback={null}>
      <Announcer />
    </ErrorBoundary>
  );
}
