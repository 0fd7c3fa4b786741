/** Texts of confirming the address, wherever it is asked for. */
export const confirmationCopy = {
  resend: 'Reenviar enlace',
  resendConfirmation: 'Reenviar enlace de confirmación',
  resent: 'Enlace en camino. Mira también el spam.',
  notSent: 'No se ha podido enviar.',
  ask: 'Confirma tu correo.',
  asked: (email: string) =>
    `Abre el enlace que te enviamos a ${email}: puede tardar unos minutos. Hasta entonces, tus alertas se ven aquí pero no salen por correo.`,
  refused: (email: string) => `No hemos podido entregar el correo a ${email}.`,
  refusedWhy: (reason: string) =>
    `${reason === '' ? '' : `Su servidor dice: «${reason}». `}¿Está bien escrito? Si no, corrígelo.`,
  correct: 'Corregir dirección',
  correctLead: 'Enviamos un enlace a la nueva. Con ella entrarás desde ahora.',
  correctSubmit: 'Guardar y enviar enlace',
  corrected: 'Dirección cambiada. Te enviamos un enlace.',
  notCorrected: 'Aquí no se puede cambiar. Crea otra cuenta con la dirección correcta.',
  cancel: 'Cancelar',
} as const;
