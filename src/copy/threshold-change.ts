/** Texts of the dialog that changes many thresholds at once. */
import { counted } from './format.ts';

const thresholds = (amount: number): string => counted(amount, 'umbral', 'umbrales');

export const thresholdChangeCopy = {
  title: (amount: number): string => `Cambiar ${thresholds(amount)}`,
  price: 'Precio de la línea',
  direction: 'Sentido',
  directions: [
    ['down', 'Bajarla'],
    ['up', 'Subirla'],
  ],
  share: 'Porcentaje',
  shareError: 'Escribe un porcentaje entero, de 1 a 90.',
  priceHint:
    'Solo de los que avisan al bajar o subir de un precio. Los que ya se cumplan avisarán una vez.',
  band: 'Margen (%)',
  channels: 'Canales',
  expiry: 'Caducidad',
  cancel: 'Cancelar',
  save: (amount: number): string =>
    amount === 0 ? 'Cambiar umbrales' : `Cambiar ${thresholds(amount)}`,
} as const;
