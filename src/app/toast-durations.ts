/** How long toasts stay (specification, section 9). */
export const errorToastMs = 4_000;
export const successToastMs = 2_000;
export const maxToasts = 20;
/** A toast that offers to undo something. */
export const actionToastMs = 8_000;
