/** A text with every match of the search marked. */
import { Fragment } from 'react';
import { textRangesOf } from './text-ranges.ts';

export function Highlighted({ text, words }: { readonly text: string; readonly words: string }) {
  const found = textRangesOf(text, words);
  const endOffsets = [0, ...found.map(({ end }) => end)];
  return (
    <>
      {found.map(({ start, end }, index) => (
        <Fragment key={start}>
          {text.slice(endOffsets[index], start)}
          <mark>{text.slice(start, end)}</mark>
        </Fragment>
      ))}
      {text.slice(endOffsets.at(-1))}
    </>
  );
}
