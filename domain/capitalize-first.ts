/** A sentence begins with a capital letter, as Spanish writes it. */
export const capitalizeFirst = (text: string): string =>
  text.charAt(0).toLocaleUpperCase('es') + text.slice(1);
