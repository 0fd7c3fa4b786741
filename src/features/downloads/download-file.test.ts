// @vitest-environment jsdom
/** A file made in the browser: its name, its content, and its memory given back. */
import { expect, it, onTestFinished, vi } from 'vitest';
import { downloadFile } from './download-file.ts';

it('is downloaded under its name, CSV with a byte order mark, and its memory is given back once the browser has read it', async () => {
  vi.useFakeTimers();
  const blobs: Blob[] = [];
  const revoked: string[] = [];
  // jsdom has none.
  const { createObjectURL, revokeObjectURL } = URL;
  URL.createObjectURL = (blob) => `blob:${blobs.push(blob as Blob)}`;
  URL.revokeObjectURL = (url) => void revoked.push(url);
  onTestFinished(() => void Object.assign(URL, { createObjectURL, revokeObjectURL }));
  const clicked: string[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(
    this: HTMLAnchorElement,
  ) {
    clicked.push(`${this.download} ${this.getAttribute('href')}`);
  });
  downloadFile({ name: 'alertas.csv', type: 'text/csv', text: 'a;b' });
  expect(clicked).toEqual(['alertas.csv blob:1']);
  expect([blobs[0]?.type, blobs[0]?.size]).toEqual(['text/csv', 6]);
  vi.advanceTimersByTime(9_999);
  expect(revoked).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(revoked).toEqual(['blob:1']);
});
