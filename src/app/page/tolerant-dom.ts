/**
 * Lets React go on in a page whose text nodes foreign code has replaced or wrapped (a browser's translator, extensions):
 * before React changes such a node, it is put back into its place, with its new text. Otherwise `removeChild` and
 * `insertBefore` throw, and the text shown stays as it was (react#11538).
 */
export function tolerateForeignDom(root: Node): void {
  const replacedBy = new WeakMap<Node, ChildNode>();
  const record = (changes: readonly MutationRecord[]) => {
    for (const { removedNodes, addedNodes, previousSibling, nextSibling } of changes) {
      for (const node of removedNodes) {
        if (node.nodeType !== Node.TEXT_NODE) continue;
        const stand = [...addedNodes, previousSibling, nextSibling].find(isForeign);
        if (stand !== undefined) replacedBy.set(node, stand);
      }
    }
  };
  const observer = new MutationObserver(record);
  observer.observe(root, { childList: true, subtree: true });

  const replaceWith = Element.prototype.replaceWith;
  const putBack = (node: Node, parent: Node | null) => {
    record(observer.takeRecords());
    const stand = node.parentNode === null ? replacedBy.get(node) : wrapperIn(node, parent);
    replacedBy.delete(node);
    if (stand instanceof Element && stand.parentNode !== null) replaceWith.call(stand, node);
  };

  const { removeChild, insertBefore } = Node.prototype;
  Node.prototype.removeChild = function <Child extends Node>(this: Node, child: Child): Child {
    if (child.parentNode !== this) putBack(child, this);
    return child.parentNode === this ? (removeChild.call(this, child) as Child) : child;
  };
  Node.prototype.insertBefore = function <Child extends Node>(
    this: Node,
    child: Child,
    before: Node | null,
  ): Child {
    if (before !== null && before.parentNode !== this) putBack(before, this);
    const place = before?.parentNode === this ? before : null;
    return insertBefore.call(this, child, place) as Child;
  };
  const value = Object.getOwnPropertyDescriptor(Node.prototype, 'nodeValue');
  if (value?.set === undefined) return;
  const { set } = value;
  Object.defineProperty(Node.prototype, 'nodeValue', {
    ...value,
    set(this: Node, text: string | null) {
      if (this.nodeType === Node.TEXT_NODE && !(this.parentNode?.isConnected ?? false)) {
        putBack(this, null);
      }
      set.call(this, text);
    },
  });
}

const isForeign = (node: Node | null): node is ChildNode => node?.nodeName === 'FONT';

/** The ancestor of a moved node that stands in its place below its parent. */
function wrapperIn(node: Node, parent: Node | null): Element | null {
  let above = node.parentElement;
  while (above !== null && above.parentNode !== parent) above = above.parentElement;
  return above !== null && isForeign(above) ? above : null;
}
