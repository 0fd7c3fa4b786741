/** Takes an optimistic update back when the server refuses the change. */

/**
 * @param isCached after a sign-out nothing is: nothing is left to take back
 * @returns whether it was taken back
 */
export async function undoWhenRefused(
  optimistic: { readonly undo: () => void },
  saving: Promise<unknown>,
  isCached: () => boolean,
): Promise<boolean> {
  const isSaved = await saving.then(
    () => true,
    () => false,
  );
  if (isSaved || !isCached()) return false;
  optimistic.undo();
  return true;
}
