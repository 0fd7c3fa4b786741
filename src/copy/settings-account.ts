/** Texts of the account settings: name, password, data download, closing and erasure. */
import { retentionYears } from '#domain/account-retention.ts';
import { signUpErrors, textForCode } from './auth-texts.ts';
import { counted } from './format.ts';
import { registrationErrors } from './sign-in.ts';

export const nameCopy = {
  title: 'Tu nombre',
  label: 'Nombre de usuario',
  save: 'Guardar nombre',
} as const;

export const emailCopy = {
  title: 'Dirección de correo',
  note: 'Con ella entras, y ahí llegan tus alertas y los avisos de tu cuenta.',
  states: { true: 'Confirmada', false: 'Sin confirmar' },
} as const;

const words = (what: string) => ({
  show: 'Mostrar',
  hide: 'Ocultar',
  showName: `Mostrar ${what}`,
  hideName: `Ocultar ${what}`,
});

export const passwordCopy = {
  title: 'Contraseña',
  loading: 'Cargando tu acceso',
  google:
    'Entras con Google: Vigía no guarda ninguna contraseña tuya. Cámbiala en tu cuenta de Google.',
  current: 'Contraseña actual',
  next: 'Contraseña nueva',
  confirmation: 'Confirmar contraseña',
  currentWords: words('contraseña actual'),
  nextWords: words('contraseña nueva'),
  confirmationWords: words('contraseña de confirmación'),
  change: 'Cambiar contraseña',
  changed: 'Contraseña cambiada. En tus otros dispositivos tendrás que volver a entrar.',
  othersLead:
    '¿Alguien más la conocía? Puede haber dejado una clave o un canal, que siguen como estaban.',
  currentMissing: 'Escribe tu contraseña actual',
  same: 'La nueva es igual que la actual',
} as const;

/** Identity service codes of a failed reauthentication or password change. */
const reauthenticationErrors: Readonly<Record<string, string>> = {
  'auth/wrong-password': 'Contraseña incorrecta',
  // With e-mail enumeration protection; here only the password can be wrong.
  'auth/invalid-credential': 'Contraseña incorrecta',
  'auth/invalid-login-credentials': 'Contraseña incorrecta',
  'auth/weak-password': registrationErrors.passwordShort,
  'auth/email-already-in-use': textForCode(signUpErrors, 'auth/email-already-in-use'),
  'auth/invalid-email': textForCode(signUpErrors, 'auth/invalid-email'),
  'auth/invalid-new-email': textForCode(signUpErrors, 'auth/invalid-email'),
  'auth/too-many-requests': 'Demasiados intentos. Intenta más tarde',
  'auth/network-request-failed': 'Sin conexión. Inténtalo de nuevo',
  'auth/popup-closed-by-user': 'Inicio de sesión cancelado',
  'auth/cancelled-popup-request': 'Solicitud cancelada',
  'auth/popup-blocked': 'Popup bloqueado. Permite popups para este sitio',
  'auth/user-mismatch': 'Esa es otra cuenta de Google. Elige la tuya.',
};

/** Which are about the address. */
export const emailErrorCodes: readonly string[] = [
  'auth/email-already-in-use',
  'auth/invalid-email',
  'auth/invalid-new-email',
];

export const wrongPasswordCodes: readonly string[] = Object.keys(reauthenticationErrors).filter(
  (code) => reauthenticationErrors[code] === 'Contraseña incorrecta',
);

/** @param error what the identity service rejected with. @returns its `code`, or `unknown`, and a text */
export function reauthenticationError(error: unknown): {
  readonly code: string;
  readonly text: string;
} {
  const code =
    typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : 'unknown';
  return { code, text: reauthenticationErrors[code] ?? 'No se ha podido comprobar quién eres.' };
}

export const accountCopy = {
  title: 'Sesiones y datos',
  download: 'Descargar mis datos',
  downloadNote: 'Todo lo que guardamos sobre ti, en un archivo JSON.',
  downloadName: 'mis-datos-vigia.json',
  downloadFailed: 'No se ha podido descargar.',
  signOut: 'Cerrar sesión',
  signOutNote: 'En este navegador.',
  signOutEverywhere: 'Cerrar en todas partes',
  signOutEverywhereNote:
    'En todos tus dispositivos, este también. Tus claves y tus canales siguen.',
  signOutFailed: 'No se ha podido cerrar en todas partes.',
  dropAccess: 'Borrar claves y canales',
  dropAccessNote: 'Todos de una vez, por si alguien entró en tu cuenta. El correo sigue.',
  close: 'Cerrar mi cuenta',
  closeNote: `Paramos tus umbrales y guardamos tus datos ${retentionYears}\u00A0años, por si vuelves.`,
  erase: 'Eliminar mi cuenta',
  eraseNote: 'Borra ahora todo lo que guardamos sobre ti. No se puede deshacer.',
  cancel: 'Cancelar',
} as const;

/** Offered after a new password, and for after a reset. */
export const dropAccessCopy = {
  offer: 'Borrar también claves y canales',
  gone: 'Los programas que usan tus claves dejarán de entrar, y tus avisos llegarán solo por correo. Lo tuyo podrás crearlo de nuevo.',
  done: ({ keys, channels }: { readonly keys: number; readonly channels: number }) =>
    `Borrados: ${counted(keys, 'clave', 'claves')} y ${counted(channels, 'canal', 'canales')}.`,
  failed: 'No se han podido borrar todos.',
} as const;

export const closeCopy = {
  stops: 'Tus umbrales se paran, tu plan deja de renovarse y no te escribiremos más.',
  retained: (date: string) =>
    `Guardamos tus datos ${retentionYears}\u00A0años, hasta el ${date}. Si vuelves a iniciar sesión antes, la cuenta se abre de nuevo.`,
  done: (date: string) => `Tu cuenta está cerrada. Guardamos tus datos hasta el ${date}.`,
  failed: 'No se ha podido cerrar la cuenta.',
} as const;

/** Asked for in a dialog, where the server wants a recent sign-in. */
export const reauthenticationCopy = {
  proof: 'Hace rato que entraste. Demuestra que eres tú y seguimos.',
  password: 'Contraseña',
  passwordWords: words('contraseña'),
  passwordMissing: registrationErrors.passwordMissing,
  google: 'Continuar con Google',
} as const;

const eraseWord = 'ELIMINAR';
export const eraseCopy = {
  word: eraseWord,
  gone: 'Se borran ahora tu perfil, tus umbrales, tus alertas y tus correos, y se cancela tu plan. Nadie podrá recuperarlos.',
  first: 'Si quieres conservar algo, descarga antes tus datos.',
  confirmation: `Escribe ${eraseWord} para confirmar`,
  notConfirmed: `Escribe ${eraseWord}.`,
  done: 'Tu cuenta se ha eliminado.',
  understood: 'Entendido',
  failed: 'No se ha podido eliminar la cuenta.',
} as const;
