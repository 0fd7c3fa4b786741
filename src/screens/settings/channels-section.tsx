/** Channels: what alerts are sent by. Mail and this browser first, then the others, then what can be added. */
import { channelsCopy as copy } from '#src/copy/channels.ts';
import { ChannelOffers } from '#src/features/channels/channel-offers.tsx';
import styles from '#src/features/channels/channel-row.module.css';
import { ChannelRow } from '#src/features/channels/channel-row.tsx';
import { useGetChannelsQuery } from '#store/api/channels-api.ts';
import { BrowserRow } from './browser-row.tsx';
import { MailRow } from './mail-row.tsx';
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
        {(list) => {
          const [mail, ...others] = list.items;
          return (
            <>
              <ul className={styles.chlist} aria-label={copy.list}>
                {mail !== undefined && <MailRow channel={mail} />}
                <BrowserRow channels={list} />
                {others.map((channel) => (
                  <ChannelRow key={channel.id} channel={channel} />
                ))}
              </ul>
              {others.length === 0 && mail?.state !== 'active' && (
                <p className="meta">{copy.noneAtAll}</p>
              )}
              <ChannelOffers channels={list} />
            </>
          );
        }}
      </QueryResult>
    </SettingsSection>
  );
}
