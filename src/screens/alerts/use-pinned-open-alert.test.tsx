/** An alert that is read in a list of unread ones stays at its place while it is open, as read. */
import { renderHook } from '@testing-library/react';
import { expect, it } from 'vitest';
import { alertSample } from '#tests/support/alert-samples.ts';
import { usePinnedOpenAlert } from './use-pinned-open-alert.ts';

function open(ids: readonly string[], openId: string | null) {
  const { result, rerender } = renderHook(
    (props: { ids: readonly string[]; openId: string | null }) =>
      usePinnedOpenAlert(
        props.ids.map((id) => alertSample({ id })),
        props.openId,
      ),
    { initialProps: { ids, openId } },
  );
  return (next: readonly string[], nextId: string | null) => {
    rerender({ ids: next, openId: nextId });
    return result.current.map(({ id, read }) => (read ? `${id} read` : id));
  };
}

it('stays between the newer and the older ones, until it is closed', () => {
  const update = open(['11', '9', '8'], '9');
  expect(update(['11', '8'], '9')).toEqual(['11', '9 read', '8']);
  expect(update(['12', '11', '8'], '9')).toEqual(['12', '11', '9 read', '8']);
  expect(update(['12', '11', '8'], null)).toEqual(['12', '11', '8']);
});

it('makes room for the one opened next, which the list has', () => {
  const update = open(['3', '2', '1'], '2');
  expect(update(['3', '1'], '1')).toEqual(['3', '1']);
  expect(update(['3'], '1')).toEqual(['3', '1 read']);
});
