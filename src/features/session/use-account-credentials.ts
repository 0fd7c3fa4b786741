/** Loads the credentials service of the user (lazy chunk), as a query-like result. */
import { useEffect, useState } from 'react';
import { type AccountCredentials, useSession } from './session-context.ts';

interface LoadResult {
  readonly data?: AccountCredentials;
  readonly error?: object;
}

export function useAccountCredentials(): LoadResult & { readonly refetch: () => void } {
  const { loadAccountCredentials } = useSession();
  const [result, setResult] = useState<LoadResult>({});
  const [attempt, setAttempt] = useState(1);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt loads again
  useEffect(() => {
    let isStale = false;
    const settle = (next: LoadResult) => {
      if (!isStale) setResult(next);
    };
    loadAccountCredentials().then(
      (data) => settle({ data }),
      // A thrown error's own message is in English: the screen has a sentence.
      () => settle({ error: {} }),
    );
    return () => {
      isStale = true;
    };
  }, [loadAccountCredentials, attempt]);
  return {
    ...result,
    refetch() {
      setResult({});
      setAttempt(attempt + 1);
    },
  };
}
