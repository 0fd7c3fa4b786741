/** Texts of the splash: what it waits for, and the ways on when it takes long. */
export const splashCopy = {
  checking: 'Comprobando tu sesión',
  retry: 'Reintentar',
  enter: 'Entrar sin esperar',
} as const;

/** By what is late. */
export const splashDelays = {
  session: {
    title: 'Está tardando más de lo normal.',
    detail: 'No hemos podido comprobar tu sesión en 10 segundos.',
  },
  profile: {
    title: 'Está tardando más de lo normal.',
    detail: 'No hemos podido leer tu perfil en 10 segundos. Puedes entrar sin él.',
  },
  network: {
    title: 'Esperando la conexión.',
    detail: 'Tu sesión sigue guardada: entrarás en cuanto vuelva.',
  },
} as const;
