/** The person's own sign-in, once its code has come. */
import { useEffect, useState } from 'react';
import { passwordCopy } from '#src/copy/settings-account.ts';
import { type AccountCredentials, useSession } from '#src/features/session/session-context.ts';
import type { QueryLike } from './query-result.tsx';

type Arrival = Pick<QueryLike<AccountCredentials>, 'data' | 'error'>;

export function useAccountCredentials(): QueryLike<AccountCredentials> {
  const { ownSignIn } = useSession();
  const [arrival, setArrival] = useState<Arrival>({});
  const [attempt, setAttempt] = useState(1);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt asks again
  useEffect(() => {
    let hasLeft = false;
    const arrive = (next: Arrival) => {
      if (!hasLeft) setArrival(next);
    };
    ownSignIn().then(
      (data) => arrive({ data }),
      () => arrive({ error: { message: passwordCopy.unread } }),
    );
    return () => {
      hasLeft = true;
    };
  }, [ownSignIn, attempt]);
  return {
    ...arrival,
    refetch() {
      setArrival({});
      setAttempt(attempt + 1);
    },
  };
}
