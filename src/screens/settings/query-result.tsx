/** Renders a query: skeleton, error state with retry, or the data. */
import type { ReactNode } from 'react';
import { ErrorState, Skeleton } from '#src/components/async-states.tsx';
import { settingsCopy as copy } from '#src/copy/settings.ts';
import { type QueryError, unreadText } from '#src/features/errors/to-display-error.ts';

/** An RTK Query result, or anything with the same shape. */
export interface QueryLike<Data> {
  readonly data?: Data | undefined;
  readonly error?: QueryError | undefined;
  readonly refetch: () => unknown;
}

interface QueryResultProps<Data> {
  readonly query: QueryLike<Data>;
  readonly rows: number;
  readonly label: string;
  readonly children: (data: Data) => ReactNode;
}

export function QueryResult<Data>({ query, rows, label, children }: QueryResultProps<Data>) {
  const { data, error, refetch } = query;
  if (data !== undefined) return children(data);
  if (error === undefined) return <Skeleton rows={rows} label={label} />;
  return <ErrorState message={unreadText(error, copy.unread)} onRetry={refetch} />;
}
