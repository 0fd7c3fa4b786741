/** Texts of the identity service's error codes and of the outcomes of sign-in, sign-out and password reset. Fixed wording. */

type TextsByCode = Readonly<Record<string, string>> & { readonly other: string };

const commonErrors = {
  'auth/network-request-failed': 'Sin conexión. Inténtalo de nuevo',
};

export const signUpErrors: TextsByCode = {
  ...commonErrors,
  'auth/email-already-in-use': 'Este correo ya está registrado',
  'auth/weak-password': 'La contraseña debe tener al menos 6 caracteres',
  'auth/invalid-email': 'Correo electrónico inválido',
  other: 'Error al crear la cuenta',
};

export const signInErrors: TextsByCode = {
  ...commonErrors,
  'auth/user-not-found': 'Usuario no encontrado',
  'auth/wrong-password': 'Contraseña incorrecta',
  'auth/invalid-email': 'Correo electrónico inválido',
  // With e-mail enumeration protection the service does not say whether e-mail or password was wrong.
  'auth/invalid-credential': 'Correo o contraseña incorrectos',
  'auth/too-many-requests': 'Demasiados intentos. Intenta más tarde',
  other: 'Error al iniciar sesión',
};

export const googleErrors: TextsByCode = {
  ...commonErrors,
  'auth/popup-closed-by-user': 'Inicio de sesión cancelado',
  'auth/popup-blocked': 'Popup bloqueado. Permite popups para este sitio',
  'auth/cancelled-popup-request': 'Solicitud cancelada',
  'auth/account-exists-with-different-credential':
    'Ya existe una cuenta con este email usando otro método',
  other: 'Error al iniciar sesión con Google',
};

export const resetErrors: TextsByCode = {
  ...commonErrors,
  'auth/user-not-found': 'No existe una cuenta con este correo electrónico',
  'auth/invalid-email': 'Correo electrónico inválido',
  'auth/too-many-requests': 'Demasiados intentos. Intenta más tarde',
  other: 'Error al enviar correo de recuperación',
};

export const resetTexts = {
  missing: 'Por favor ingresa tu correo electrónico',
  sent: '¡Correo de recuperación enviado! Revisa tu bandeja de entrada y spam.',
  failed: 'Error al enviar el correo. Verifica que el email sea correcto.',
};

export const sessionTexts = {
  signedUp: '¡Cuenta creada exitosamente!',
  signedIn: '¡Inicio de sesión exitoso!',
  googleNew: '¡Cuenta creada con Google exitosamente!',
  googleKnown: '¡Inicio de sesión con Google exitoso!',
  /** Where the browser stores nothing of this site. */
  notStored: 'Tu navegador no guarda tu sesión: si recargas la página, tendrás que volver a entrar',
  signedOut: 'Sesión cerrada exitosamente',
  signOutFailed: 'Error al cerrar sesión',
  refreshFailed: 'Token expirado y no se pudo renovar',
};

export const textForCode = (texts: TextsByCode, code: string): string => texts[code] ?? texts.other;
