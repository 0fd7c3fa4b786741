/** Whether somebody points at a list or moves in it by keyboard: then its order stays. */

/** After a tap, touch screens keep `:hover` and the focus where it was: neither counts. */
export function isListInUse(list: HTMLElement | null): boolean {
  if (list === null) return false;
  const hasPointer = matchMedia('(hover: hover)').matches;
  return (hasPointer && list.matches(':hover')) || list.querySelector(':focus-visible') !== null;
}
