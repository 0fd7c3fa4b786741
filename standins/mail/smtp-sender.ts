/** SMTP sender for mail of the stand-ins themselves: password resets, contact forms. */
import { createTransport } from 'nodemailer';

export interface OutgoingMail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}
export type SendMail = (mail: OutgoingMail) => Promise<void>;

/** @returns function that rejects with TypeError when `to` is not exactly one address */
export function createSmtpSender({ url, from }: { url: string; from: string }): SendMail {
  const transport = createTransport(url);
  return async ({ to, ...content }) => {
    // nodemailer treats commas and line breaks in an address as separators.
    if (!oneAddress.test(to)) throw new TypeError('not one e-mail address');
    await transport.sendMail({ from, to: { name: '', address: to }, ...content });
  };
}

const oneAddress = /^[^\s@,;:<>"()\\]+@[^\s@,;:<>"()\\]+$/;
