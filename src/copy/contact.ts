/** Texts of the contact form. */
import {
  type ContactField,
  type ContactProblem,
  maxLength,
  type Priority,
} from '#domain/contact.ts';
import { count, plural } from './format.ts';
import { answeredWithin } from './response-time.ts';

/** Fixed wording. */
export const contactSentText = '¡Mensaje enviado correctamente! Te responderemos pronto.';
export const contactFailureTexts = {
  'not-sent': 'Error al enviar el mensaje. Inténtalo de nuevo.',
  'too-many': 'Has enviado varios mensajes seguidos. Espera unos minutos y vuelve a intentarlo.',
} as const;

export const contactCopy = {
  title: 'Contactar soporte',
  lead: `Te respondemos por correo en un plazo de ${answeredWithin}. Los campos con * son obligatorios.`,
  name: 'Nombre *',
  email: 'Correo electrónico *',
  subject: 'Asunto *',
  subjectPlaceholder: 'Describe brevemente tu problema',
  priority: 'Prioridad',
  message: 'Mensaje *',
  honeypot: 'No rellenes este campo',
  cancel: 'Cancelar',
  send: 'Enviar mensaje',
  sending: 'Enviando...',
} as const;

export const priorityLabels: Readonly<Record<Priority, string>> = {
  low: 'Baja',
  medium: 'Media',
  high: 'Alta',
  urgent: 'Urgente',
};

const missing: Readonly<Record<ContactField, string>> = {
  name: 'Escribe tu nombre',
  email: 'Escribe tu correo electrónico',
  subject: 'Escribe el asunto',
  message: 'Escribe tu mensaje',
};

export function contactProblemSentence(
  field: ContactField,
  problem: ContactProblem,
  length: number,
): string {
  if (problem === 'missing') return missing[field];
  if (problem === 'malformed') return 'El correo electrónico no es válido';
  const limit = maxLength[field];
  const over = length - limit;
  return `Como mucho ${count(limit)} caracteres: ${plural(over, 'sobra', 'sobran')} ${count(over)}`;
}
