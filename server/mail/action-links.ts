/** Links of mails and messages that act without signing in, and the headers by which mail clients offer to unsubscribe. */
import { type LinkClaims, type LinkSecrets, signLink } from './signed-links.ts';

/** What the links in mails and messages are made with. */
export interface MailLinkConfig {
  /** Origin of the app, without a trailing slash. */
  readonly appOrigin: string;
  readonly linkSecrets: LinkSecrets;
}

/** How long links in mails about prices act. */
export const mailLinkLifetimeMs = 60 * 24 * 3_600_000;

export const actionUrl = ({ appOrigin, linkSecrets }: MailLinkConfig, claims: LinkClaims): string =>
  `${appOrigin}/api/alerts/actions?token=${signLink(claims, linkSecrets)}`;

/** One-click unsubscribing (RFC 2369, RFC 8058). */
export const unsubscribeHeaders = (url: string) => ({
  'List-Unsubscribe': `<${url}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
});
