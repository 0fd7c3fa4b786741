/** Within what time support answers a message. */
export const answeredWithin = '24\u00A0horas';
