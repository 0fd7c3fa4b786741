/** A delete button that asks once more, and forgets that it asked. */

import { act, fireEvent, render, screen } from '@testing-library/react';
import { expect, it, onTestFinished, vi } from 'vitest';
import { thresholdFormCopy } from '#src/copy/threshold-form-texts.ts';
import { DeleteThresholdButton } from './delete-threshold-button.tsx';

const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

it('deletes by a second press within eight seconds, and begins anew after them', () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const onRemove = vi.fn();
  render(<DeleteThresholdButton onRemove={onRemove} />);
  expect(screen.getByRole('status')).toBeEmptyDOMElement();
  press(thresholdFormCopy.remove);
  act(() => vi.advanceTimersByTime(7_999));
  expect(screen.getByRole('button', { name: thresholdFormCopy.removeSure })).toBeVisible();
  act(() => vi.advanceTimersByTime(1));
  expect(screen.getByRole('status')).toBeEmptyDOMElement();
  press(thresholdFormCopy.remove);
  expect(onRemove).not.toHaveBeenCalled();
  press(thresholdFormCopy.removeSure);
  expect(onRemove).toHaveBeenCalledOnce();
});
