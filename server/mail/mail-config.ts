/** What mails need of the configuration: the relay, the sender, and what signed links are made with. */

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
}

export interface MailLinkConfig {
  /** Where the app is, without a slash at the end. */
  readonly appOrigin: string;
  /** The key links are signed with. */
  readonly linkSecret: string;
}
