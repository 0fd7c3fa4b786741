/** An alert that is read in a list of unread ones stays at its place while it is open, as read. */
import { renderHook } from '@testing-library/react';
import { expect, it } from 'vitest';
import { alertSample } from '#tests/support/alert-samples.ts';
import { usePinnedOpenAlert } from './use-pinned-open-alert.ts';

const alert = (id: string) => alertSample({ id });

function open(ids: readonly string[], openId: string | null) {
  const { result, rerender } = renderHook(
    (props: { ids: readonly string[]; openId: string | null }) =>
      usePinnedOpenAlert(props.ids.map(alert), props.openId),
    { initialProps: { ids, openId } },
  );
  return {
    shown: () => result.current.map(({ id, read }) => (read ? `${id} read` : id)),
    update: (next: readonly string[], nextId: string | null) =>
      rerender({ ids: next, openId: nextId }),
  };
}

it('stays between the newer and the older ones, until it is closed', () => {
  const { shown, update } = open(['11', '9', '8'], '9');
  expect(shown()).toEqual(['11', '9', '8']);
  update(['11', '8'], '9');
  expect(shown()).toEqual(['11', '9 read', '8']);
  update(['12', '11', '8'], '9');
  expect(shown()).toEqual(['12', '11', '9 read', '8']);
  update(['12', '11', '8'], null);
  expect(shown()).toEqual(['12', '11', '8']);
});

it('makes room for the one opened next, which the list has', () => {
  const { shown, update } = open(['3', '2', '1'], '2');
  update(['3', '1'], '1');
  expect(shown()).toEqual(['3', '1']);
  update(['3'], '1');
  expect(shown()).toEqual(['3', '1 read']);
});
