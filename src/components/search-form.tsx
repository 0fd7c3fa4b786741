/** Search landmark whose fields apply as they change: Enter sends nothing, and so leaves the page as it is. */
import type { ReactNode } from 'react';

export function SearchForm(props: {
  readonly id?: string;
  readonly className: string;
  readonly children: ReactNode;
}) {
  return <form role="search" {...props} onSubmit={(event) => event.preventDefault()} />;
}
