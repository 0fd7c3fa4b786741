/** Layout route that provides the Redux store to all signed-in screens. */
import { Provider } from 'react-redux';
import { Outlet } from 'react-router-dom';
import type { SignedInRuntime } from '../signed-in-runtime.ts';

export function SignedInLayout({ runtime }: { runtime: SignedInRuntime }) {
  return (
    <Provider store={runtime.store}>
      <Outlet />
    </Provider>
  );
}
