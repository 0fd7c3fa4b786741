/** Texts of the help centre, apart from its questions and articles. */
import { counted, plural } from './format.ts';
import { answeredWithin } from './response-time.ts';

export const supportCopy = {
  documentTitle: 'Centro de ayuda',
  title: '¿En qué te ayudamos?',
  backToLogin: 'Volver a iniciar sesión',
  backToDashboard: 'Volver al resumen',
  search: 'Buscar en la ayuda',
  searchHint: 'Por ejemplo: correo',
  clear: 'Quitar la búsqueda',
  contact: 'Contactar soporte',
  contactHint: `Respuesta por correo en ${answeredWithin}`,
  mail: 'Escribir un correo',
  howItWorks: 'Ver cómo funciona',
  howItWorksHint: 'Cinco minutos, con ejemplos',
  categories: 'Categorías de ayuda',
  questions: 'Preguntas frecuentes',
  noneTitle: 'Ninguna pregunta coincide',
  none: `Prueba con otra palabra o escríbenos: te respondemos en ${answeredWithin}.`,
  alsoInArticles: 'También en los artículos:',
  closeArticle: 'Cerrar el artículo',
  moreOn: (category: string): string => `Más sobre ${category.toLowerCase()}`,
  contactCard: 'Contacto',
  people: 'Personas, no bots',
  cardTitle: '¿No lo encuentras? Escríbenos.',
  promise: `Respondemos por correo electrónico en un plazo de ${answeredWithin}.`,
  terms: 'Términos',
  privacy: 'Privacidad',
} as const;

export function questionCountText(shown: number, isFiltered: boolean): string {
  const questions = counted(shown, 'pregunta', 'preguntas');
  if (!isFiltered) return questions;
  return `${plural(shown, 'Queda', 'Quedan')} ${questions}`;
}
