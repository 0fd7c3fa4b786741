/** Texts as a person reads them: amounts and dates are set with spaces that do not break. */
export const plain = (text: string): string => text.replaceAll('\u00A0', ' ');
