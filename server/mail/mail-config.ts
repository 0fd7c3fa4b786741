/** Types of the mail configuration: SMTP relay, sender, DKIM, and the secret of signed links. */

export interface DkimConfig {
  readonly domain: string;
  readonly selector: string;
  /** PEM. */
  readonly privateKey: string;
}

export interface MailConfig {
  /** `smtp://` or `smtps://`, with the user and password in it. */
  readonly smtpUrl: string;
  /** The From header: `Name <address>`. */
  readonly from: string;
  readonly dkim: DkimConfig | null;
  /** What the relay allows each process; absent = as fast as it answers. */
  readonly perSecond?: number | null;
}

export interface MailLinkConfig {
  /** Origin of the app, without a trailing slash. */
  readonly appOrigin: string;
  /** HMAC key of signed links. */
  readonly linkSecret: string;
}
