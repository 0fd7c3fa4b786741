/** Money and date formats and card brand names of the stand-in's pages. */

const euros = new Intl.NumberFormat('es-ES', { style: 'currency', currency: 'EUR' });
const longDate = new Intl.DateTimeFormat('es-ES', { dateStyle: 'long', timeZone: 'Europe/Madrid' });
const mediumDateTime = new Intl.DateTimeFormat('es-ES', {
  dateStyle: 'medium',
  timeStyle: 'medium',
  timeZone: 'Europe/Madrid',
});

export const formatEuros = (cents: number): string => euros.format(cents / 100);
/** @param seconds epoch seconds */
export const formatDay = (seconds: number): string => longDate.format(seconds * 1_000);
/** @param seconds epoch seconds */
export const formatInstant = (seconds: number): string => mediumDateTime.format(seconds * 1_000);

export const brandNames: Readonly<Record<string, string>> = {
  visa: 'Visa',
  mastercard: 'Mastercard',
};
