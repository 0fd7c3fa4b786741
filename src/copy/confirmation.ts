/** Texts of sending the confirmation link again, wherever that is offered. */
export const confirmationCopy = {
  resend: 'Reenviar enlace',
  resendConfirmation: 'Reenviar enlace de confirmación',
  resent: 'Enlace enviado. Mira también el spam.',
  notSent: 'No se ha podido enviar.',
} as const;
