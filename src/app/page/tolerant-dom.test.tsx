/** A page whose text nodes are replaced or wrapped, as a browser's translator does, goes on and shows the present figures. */
import { render } from '@testing-library/react';
import { expect, it } from 'vitest';
import { tolerateForeignDom } from './tolerant-dom.ts';

tolerateForeignDom(document);

const Page = ({ busy, count }: { readonly busy: boolean; readonly count: number }) => (
  <p>
    {busy && 'Cargando'}
    {!busy && `${count} partidos`}
    {busy ? null : <b>ya</b>} y {count}
  </p>
);

const replace = (text: Text) => {
  const font = document.createElement('font');
  font.append(document.createTextNode(text.data));
  text.replaceWith(font);
};
const wrap = (text: Text) => {
  const font = document.createElement('font');
  text.replaceWith(font);
  font.append(text);
};
const insertThenRemove = (text: Text) => {
  const font = document.createElement('font');
  font.append(document.createTextNode(text.data));
  text.before(font);
  text.remove();
};

it.each([replace, wrap, insertThenRemove])('texts by %o', (rewrite) => {
  const { container, rerender, unmount } = render(<Page busy={false} count={0} />);
  const rewriteAll = () => {
    const texts = document.createTreeWalker(container, NodeFilter.SHOW_TEXT);
    const found: Text[] = [];
    while (texts.nextNode() !== null) found.push(texts.currentNode as Text);
    found.forEach(rewrite);
  };
  for (const [busy, count, shown] of [
    [false, 1, '1 partidosya y 1'],
    [true, 1, 'Cargando y 1'],
    [false, 2, '2 partidosya y 2'],
    [false, 3, '3 partidosya y 3'],
  ] as const) {
    rewriteAll();
    rerender(<Page busy={busy} count={count} />);
    expect(container.textContent).toBe(shown);
  }
  rewriteAll();
  unmount();
});
