/** Sentences of the contact form (specification, sections 5 and 8; screens.md). */
import {
  type ContactField,
  type ContactProblem,
  maxLength,
  type Priority,
} from '#domain/contact.ts';
import { count } from './format.ts';

/** Verbatim. */
export const contactSent = '¡Mensaje enviado correctamente! Te responderemos pronto.';
export const contactFailures = {
  'not-sent': 'Error al enviar el mensaje. Inténtalo de nuevo.',
  'too-many': 'Has enviado varios mensajes seguidos. Espera unos minutos y vuelve a intentarlo.',
} as const;

export const contactCopy = {
  title: 'Contactar soporte',
  lead: 'Te respondemos por correo en un plazo de 24 horas. Los campos con * son obligatorios.',
  close: 'Cerrar',
  name: 'Nombre *',
  email: 'Correo electrónico *',
  subject: 'Asunto *',
  subjectPlaceholder: 'Describe brevemente tu problema',
  priority: 'Prioridad',
  message: 'Mensaje *',
  trap: 'No rellenes este campo',
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
  const most = maxLength[field];
  const over = length - most;
  return `Como mucho ${count(most)} caracteres: ${over === 1 ? 'sobra' : 'sobran'} ${count(over)}`;
}
