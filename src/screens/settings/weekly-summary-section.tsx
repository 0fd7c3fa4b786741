/** Weekly summary by mail: on or off, and when it comes. */
import { settingsCopy as copy } from '#src/copy/settings.ts';
import { ApiErrorBanner } from '#src/features/errors/api-error-banner.tsx';
import { useSession } from '#src/features/session/session-context.ts';
import type { Notifications } from '#store/api/api-types.ts';
import { useProfile } from '#store/use-profile.ts';
import { QueryResult } from './query-result.tsx';
import { SettingsSection } from './settings-section.tsx';
import { SwitchRow } from './switch-row.tsx';
import { useNotificationSettings } from './use-notification-settings.ts';

/** Where the server has no time zone of the user's. */
const defaultZone = 'Europe/Madrid';

export function WeeklySummarySection() {
  const notificationSettings = useNotificationSettings();
  const { showToast } = useSession();
  const isConfirmed = useProfile().data?.emailConfirmed ?? true;
  const choose = async (weeklySummary: boolean) => {
    if (await notificationSettings.change({ weeklySummary })) showToast(copy.saved, 'success');
  };
  return (
    <SettingsSection id="semana" title={copy.weekTitle}>
      <QueryResult query={notificationSettings.query} rows={1} label={copy.loading}>
        {(settings) => (
          <>
            <SwitchRow
              title={copy.week}
              note={copy.weekNote(placeOf(settings.quietHours))}
              checked={settings.weeklySummary ?? false}
              saving={notificationSettings.saving}
              onChange={(on) => void choose(on)}
            />
            <Remark settings={settings} isConfirmed={isConfirmed} />
          </>
        )}
      </QueryResult>
      <ApiErrorBanner error={{ message: notificationSettings.error }} />
    </SettingsSection>
  );
}

function Remark(props: { readonly settings: Notifications; readonly isConfirmed: boolean }) {
  const { mail, weeklySummary = false } = props.settings;
  if (!weeklySummary) return null;
  if (!props.isConfirmed) return <p className="meta">{copy.weekUnconfirmed}</p>;
  return mail === 'off' ? <p className="meta">{copy.weekWithoutAlerts}</p> : null;
}

/** `America/Buenos_Aires` as `Buenos Aires`: the zone of the quiet hours, which the server goes by. */
function placeOf(quietHours: Notifications['quietHours']): string {
  const zone = quietHours?.zone ?? defaultZone;
  return (zone.split('/').at(-1) ?? zone).replaceAll('_', ' ');
}
