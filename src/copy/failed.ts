/** Of what did not work, for a reason that is not known. */
export const failed = 'No se ha podido hacer. Inténtalo de nuevo.';
