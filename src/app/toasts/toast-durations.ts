/** How long toasts are shown. */
export const errorToastMs = 4_000;
export const successToastMs = 2_000;
/** For a toast with an action, such as undo. */
export const actionToastMs = 8_000;
