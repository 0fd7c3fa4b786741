/** Everything behind the sign-in has the store around it. */
import { Provider } from 'react-redux';
import { Outlet } from 'react-router-dom';
import type { SignedInRuntime } from './signed-in-runtime.ts';

export function SignedInLayout({ memory }: { memory: SignedInRuntime }) {
  return (
    <Provider store={memory.store}>
      <Outlet />
    </Provider>
  );
}
