/** Stops a channel whose address refused three times in a row, and says so in one mail. */
import type pg from 'pg';
import type { ChannelKind } from '#domain/channels.ts';
import { stopChannel } from '../db/alerts/channel-deliveries.ts';
import { findChannel } from '../db/alerts/channels.ts';
import { findUser } from '../db/users/users.ts';
import { html } from '../html.ts';
import { enqueueMail } from '../mail/enqueue-mail.ts';
import { link, mailLayout, plainBody } from '../mail/mail-layout.ts';

export interface RejectedChannel {
  readonly channelId: string;
  readonly uid: string;
  readonly kind: ChannelKind;
  /** What the other side said, as a sentence. */
  readonly reason: string;
}

export const kindNames: Readonly<Record<ChannelKind, string>> = {
  push: 'el navegador',
  ntfy: 'ntfy',
  telegram: 'Telegram',
  discord: 'Discord',
  webhook: 'el webhook',
};

/** In the transaction that records the refusal. Once: a channel that is stopped is not stopped again. */
export async function stopRejectedChannel(
  client: pg.PoolClient,
  { appOrigin }: { readonly appOrigin: string },
  { channelId, uid, kind, reason }: RejectedChannel,
): Promise<void> {
  if (!(await stopChannel(client, channelId, reason))) return;
  const user = await findUser(client, uid);
  const channel = await findChannel(client, uid, channelId);
  // Only to a confirmed address, like every other mail; the screen says it in any case.
  if (user === null || channel === null || user.emailConfirmedAt === null) return;
  const title = 'Un canal se ha detenido';
  const what = `«${channel.name}» (${kindNames[kind]}) ha rechazado tres envíos seguidos, y ya no le enviamos alertas.`;
  const next =
    'Tus demás canales siguen igual. En Configuración puedes corregirlo, probarlo y activarlo otra vez.';
  const url = `${appOrigin}/dashboard/configuracion`;
  await enqueueMail(client, {
    uid,
    kind: 'account',
    to: user.email,
    subject: `${title}: ${channel.name}`,
    text: `${what}\n\n${reason}\n\n${next}\n\nAbrir Configuración:\n${url}\n`,
    html: mailLayout({
      title,
      preheader: what,
      corner: '',
      rows: [
        plainBody(
          title,
          html`<p style="margin:0 0 18px">${what}</p><p style="margin:0 0 18px">${reason}</p><p style="margin:0 0 18px">${next}</p>${link(url, 'Abrir Configuración')}`,
        ),
      ],
      foot: html`Recibes este correo porque añadiste ese canal.`,
    }),
    headers: {},
  });
}
