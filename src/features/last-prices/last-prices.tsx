/** The prices last stored on this device, loaded when they are needed: beside what the page says, and never instead of it. */
import { lazy, Suspense } from 'react';
import { ErrorBoundary } from 'react-error-boundary';

const LastPricesList = lazy(async () => {
  const [{ LastPricesList: List }] = await Promise.all([
    import('./last-prices-list.tsx'),
    import('#src/styles/pages.css'),
  ]);
  return { default: List };
});

export function LastPrices() {
  return (
    <ErrorBoundary fallback={null}>
      <Suspense fallback={null}>
        <LastPricesList />
      </Suspense>
    </ErrorBoundary>
  );
}
