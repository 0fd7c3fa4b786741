/** Everything behind the sign-in has the store around it. */
import { Provider } from 'react-redux';
import { Outlet } from 'react-router-dom';
import type { Memory } from './memory.ts';

export function SignedInArea({ memory }: { memory: Memory }) {
  return (
    <Provider store={memory.store}>
      <Outlet />
    </Provider>
  );
}
