/** Texts of the banner that says that nothing reaches the user. */
import { failed } from './failed.ts';

export const silentAccountCopy = {
  silent: 'Tus alertas no te llegan por ningún sitio.',
  silentRefused: (email: string, reason: string) =>
    `El último correo a ${email} fue rechazado${reason === '' ? '' : ` (${reason})`}. Se ven aquí.`,
  testMail: 'Probar otra vez',
  testSent: 'Correo de prueba en camino. Si llega, este aviso desaparece.',
  seeChannels: 'Ver tus canales',
  silentMail: 'El correo está desactivado y no tienes otro canal. Se ven aquí.',
  silentAll: 'El correo está desactivado y ningún otro canal funciona. Se ven aquí.',
  activateMail: 'Activar el correo',
  failed,
};
