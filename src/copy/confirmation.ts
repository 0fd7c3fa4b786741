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
  change: 'Cambiar dirección de correo',
  /** @param isConfirmed the former address, which is told then */
  changeLead: (isConfirmed: boolean): string =>
    `Enviamos un enlace a la nueva. Cuando lo abras, la cuenta pasa a ella${isConfirmed ? ', se cierran todas tus sesiones y avisamos a la anterior' : ' y se cierran todas tus sesiones'}; hasta entonces todo sigue igual.`,
  changeStops:
    'Por seguridad, al cambiar se ponen en pausa tus canales y se borran tus claves. El correo sigue.',
  newAddress: 'Correo nuevo',
  sameAddress: 'Esa ya es tu dirección',
  changeSubmit: 'Enviar enlace',
  changeRequested: (email: string) =>
    `Te hemos enviado un enlace a ${email}. Ábrelo y vuelve a entrar con esa dirección. Mira también el spam.`,
  done: 'Listo',
  cancel: 'Cancelar',
} as const;
