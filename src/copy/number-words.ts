/** Amounts in words, for headlines. */
import { count } from './format.ts';

const words = [
  'Ninguno',
  'Uno',
  'Dos',
  'Tres',
  'Cuatro',
  'Cinco',
  'Seis',
  'Siete',
  'Ocho',
  'Nueve',
  'Diez',
  'Once',
  'Doce',
  'Trece',
  'Catorce',
  'Quince',
  'Dieciséis',
  'Diecisiete',
  'Dieciocho',
  'Diecinueve',
  'Veinte',
];

export const hasNumberWord = (amount: number): boolean => amount < words.length;

/** “Tres”; above twenty in figures. */
export const inWords = (amount: number): string => words[amount] ?? count(amount);
