/** Money and date formats, card brands and an invoice's states, as the stand-in's pages show them. */
import type { InvoiceRecord } from '../state/records.ts';

const euros = new Intl.NumberFormat('es-ES', { style: 'currency', currency: 'EUR' });
const longDate = new Intl.DateTimeFormat('es-ES', { dateStyle: 'long', timeZone: 'Europe/Madrid' });
const mediumDateTime = new Intl.DateTimeFormat('es-ES', {
  dateStyle: 'medium',
  timeStyle: 'medium',
  timeZone: 'Europe/Madrid',
});

export const formatEuros = (cents: number): string => euros.format(cents / 100);
/** @param seconds epoch seconds */
export const formatLongDate = (seconds: number): string => longDate.format(seconds * 1_000);
/** @param seconds epoch seconds */
export const formatDateTime = (seconds: number): string => mediumDateTime.format(seconds * 1_000);

export const brandNames: Readonly<Record<string, string>> = {
  visa: 'Visa',
  mastercard: 'Mastercard',
};

export const invoiceLabels: Readonly<Record<InvoiceRecord['status'], string>> = {
  open: 'Pendiente de pago',
  paid: 'Pagada',
  void: 'Anulada',
  uncollectible: 'Incobrable',
};
