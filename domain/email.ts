/** The shape of an e-mail address, as forms check it; whether one exists, only a mail to it shows. */
export const emailPattern = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;
