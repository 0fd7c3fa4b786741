/** What the links in mails and messages are made with. */
import type { LinkSecrets } from './signed-links.ts';

export interface MailLinkConfig {
  /** Origin of the app, without a trailing slash. */
  readonly appOrigin: string;
  readonly linkSecrets: LinkSecrets;
}
