/** Texts of the splash: what it waits for, and the ways on when it takes long. */
export const splashCopy = {
  checking: 'Comprobando tu sesión',
  retry: 'Reintentar',
} as const;

/** By what is late. */
export const splashDelays = {
  session: {
    title: 'Está tardando más de lo normal.',
    detail: 'No hemos podido comprobar tu sesión en 10 segundos.',
  },
  network: {
    title: 'Esperando la conexión.',
    detail: 'Tu sesión sigue guardada: entrarás en cuanto vuelva.',
  },
} as const;
