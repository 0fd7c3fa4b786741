/** This browser among the channels: its permission to show alerts while a page is open, and whether its user wants them. */
import { useState } from 'react';
import { Switch } from '#src/components/switch.tsx';
import { settingsCopy as copy } from '#src/copy/settings.ts';
import { BrowserRow } from '#src/features/channels/browser-row.tsx';
import {
  notificationPermission,
  requestNotificationPermission,
} from '#src/features/notifications/browser-notifications.ts';
import type { ChannelList } from '#store/api/api-types.ts';
import { useNotificationSettings } from './use-notification-settings.ts';

export function BrowserSwitchRow({ channels }: { readonly channels: ChannelList }) {
  const { query, saving, change } = useNotificationSettings();
  const [permission, setPermission] = useState(notificationPermission);
  const isWanted = query.data?.browser ?? false;
  const choose = async (on: boolean) => {
    if (!on) return change({ browser: false });
    const answer = await requestNotificationPermission();
    setPermission(answer);
    return answer === 'granted' && change({ browser: true });
  };
  return (
    <BrowserRow
      channels={channels}
      note={
        isWanted && permission === 'default' ? copy.noticesElsewhere : copy.noticesNote[permission]
      }
    >
      <Switch
        checked={isWanted && permission === 'granted'}
        disabled={permission === 'unsupported'}
        aria-label={copy.notices}
        aria-busy={saving || undefined}
        onChange={(on) => void choose(on)}
      />
    </BrowserRow>
  );
}
