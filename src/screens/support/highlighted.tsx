/** A text with every place marked where the words searched for stand. */
import { Fragment } from 'react';
import { searchText } from './search-text.ts';

export function Highlighted({ text, words }: { readonly text: string; readonly words: string }) {
  const found = searchText(text, words);
  const ends = [0, ...found.map(({ end }) => end)];
  return (
    <>
      {found.map(({ start, end }, index) => (
        <Fragment key={start}>
          {text.slice(ends[index], start)}
          <mark>{text.slice(start, end)}</mark>
        </Fragment>
      ))}
      {text.slice(ends.at(-1))}
    </>
  );
}
