/** A text shown once: it can be copied, or a person is told to do it themselves. */

import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { channelSetupCopy } from '#src/copy/channels.ts';
import { SessionContext, type SessionContextValue } from '../session/session-context.ts';
import { CopyableText } from './copyable-text.tsx';

const former = Object.getOwnPropertyDescriptor(navigator, 'clipboard');
afterEach(() => {
  if (former === undefined) Reflect.deleteProperty(navigator, 'clipboard');
  else Object.defineProperty(navigator, 'clipboard', former);
});

function show(writeText: (text: string) => Promise<void>, isHidden = false) {
  Object.defineProperty(navigator, 'clipboard', { configurable: true, value: { writeText } });
  const showToast = vi.fn();
  render(
    <SessionContext value={{ showToast } as unknown as SessionContextValue}>
      <CopyableText text="whsec_1" label={channelSetupCopy.copySecret} isHidden={isHidden} />
    </SessionContext>,
  );
  return showToast;
}
const copy = () =>
  fireEvent.click(screen.getByRole('button', { name: channelSetupCopy.copySecret }));

it('is copied as it is', async () => {
  const writeText = vi.fn(async () => {});
  const showToast = show(writeText);
  expect(screen.getByText('whsec_1')).toBeVisible();
  copy();
  await waitFor(() =>
    expect(showToast).toHaveBeenCalledExactlyOnceWith(channelSetupCopy.copied, 'success'),
  );
  expect(writeText.mock.calls).toEqual([['whsec_1']]);
});

it('says that it could not be copied', async () => {
  const showToast = show(() => Promise.reject(new DOMException('no', 'NotAllowedError')), true);
  expect(screen.queryByText('whsec_1')).toBeNull();
  copy();
  await waitFor(() =>
    expect(showToast).toHaveBeenCalledExactlyOnceWith(channelSetupCopy.notCopied, 'error'),
  );
});
