/**
 * The shape of an e-mail address that mail can be sent to, as forms check it (RFC 5321); whether one exists, only a mail to it shows. No
 * part between dots is empty, and at most 64 characters stand before the @.
 */
export const emailPattern =
  /^(?=.{1,254}$)(?=[^@]{1,64}@)[^\s@.]+(?:\.[^\s@.]+)*@[^\s@.]+(?:\.[^\s@.]+)+$/;
