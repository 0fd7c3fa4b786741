/** Types of the mail configuration: SMTP relay, sender and DKIM. */
export interface DkimConfig {
  readonly domain: string;
  readonly selector: string;
  /** PEM. */
  readonly privateKey: string;
}

export const defaultConnections = 5;

export interface MailConfig {
  /** `smtp://` or `smtps://`, with the user and password in it. */
  readonly smtpUrl: string;
  /** Whether a connection must be encrypted before anything is sent; `smtps://` always is. */
  readonly requireTls: boolean;
  /** What we greet with; null = the machine's name if it has a domain, else `[127.0.0.1]`. */
  readonly ehloName: string | null;
  /** The From header: `Name <address>`. */
  readonly from: string;
  readonly dkim: DkimConfig | null;
  /** What the relay allows each process; absent = as fast as it answers. */
  readonly perSecond?: number | null;
  /** Mails sent at once, each over its own connection; absent = {@link defaultConnections}. */
  readonly connections?: number;
}
