/** A text shown once: it can be copied, or a person is told to do it themselves. */
import { screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { channelSetupCopy as copy } from '#src/copy/channels.ts';
import { press, renderScreen } from '#tests/support/screen-harness.tsx';
import { CopyableText } from './copyable-text.tsx';

const former = Object.getOwnPropertyDescriptor(navigator, 'clipboard');
const define = (clipboard: PropertyDescriptor) =>
  Object.defineProperty(navigator, 'clipboard', { configurable: true, ...clipboard });
afterEach(() => void define(former ?? {}));

it.each([
  ['can be seen and copied', async () => {}, false, [copy.copied, 'success']],
  [
    'or, hidden, says that it could not be',
    () => Promise.reject(new DOMException('no', 'NotAllowedError')),
    true,
    [copy.notCopied, 'error'],
  ],
])('%s', async (_what, answer, isHidden, toast) => {
  const writeText = vi.fn(answer);
  define({ value: { writeText } });
  const text = <CopyableText text="whsec_1" label={copy.copySecret} isHidden={isHidden} />;
  const { showToast } = renderScreen(text, '/dashboard');
  expect(screen.queryByText('whsec_1') === null).toBe(isHidden);
  await press(copy.copySecret);
  await waitFor(() => expect(showToast.mock.calls).toEqual([toast]));
  expect(writeText.mock.calls).toEqual([['whsec_1']]);
});
