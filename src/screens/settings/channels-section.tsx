/** Channels: what alerts are sent by. Mail first, which has its own section, then the others, then what can be added. */
import { channelsCopy as copy } from '#src/copy/channels.ts';
import { ChannelOffers } from '#src/features/channels/channel-offers.tsx';
import styles from '#src/features/channels/channel-row.module.css';
import { ChannelRow, ChannelStateText } from '#src/features/channels/channel-row.tsx';
import type { ChannelItem } from '#store/api/api-types.ts';
import { useGetChannelsQuery } from '#store/api/channels-api.ts';
import { QueryResult } from './query-result.tsx';
import { SettingsSection } from './settings-section.tsx';

export function ChannelsSection() {
  const channels = useGetChannelsQuery(undefined, { refetchOnMountOrArgChange: true });
  const { data } = channels;
  const aside =
    data === undefined || data.kinds.length === 0
      ? undefined
      : copy.used(data.items.length - 1, data.limit);
  return (
    <SettingsSection id="canales" title={copy.title} aside={aside}>
      <p>{copy.lead}</p>
      <QueryResult query={channels} rows={2} label={copy.loading}>
        {(list) => (
          <>
            <ul className={styles.chlist} aria-label={copy.list}>
              {list.items.map((channel) =>
                channel.kind === 'mail' ? (
                  <MailRow key={channel.id} channel={channel} />
                ) : (
                  <ChannelRow key={channel.id} channel={channel} />
                ),
              )}
            </ul>
            {list.items.length === 1 && list.kinds.length > 0 && (
              <p className="meta">{reachedBy(list.items[0])}</p>
            )}
            <ChannelOffers channels={list} />
          </>
        )}
      </QueryResult>
    </SettingsSection>
  );
}

/** Of an account with mail alone. */
function reachedBy(mail: ChannelItem | undefined): string {
  if (mail?.state !== 'active') return copy.noneAtAll;
  return mail.reason === null ? copy.none : copy.noneUnconfirmed;
}

function MailRow({ channel }: { readonly channel: ChannelItem }) {
  return (
    <li className={channel.state === 'active' ? styles.chrow : `${styles.chrow} is-off`}>
      <span className={styles.chrow__n}>
        <b>{channel.name}</b>
        <ChannelStateText channel={channel} />
      </span>
      <span className={styles.chrow__a}>
        <a href="#correo">{copy.mailElsewhere}</a>
      </span>
    </li>
  );
}
