/** Notices of this browser: asked for on the click, and said plainly when the browser says no. */
import { useState } from 'react';
import { settingsCopy as copy } from '#src/copy/settings.ts';
import { askForNotices, noticePermission } from '../browser-notices.ts';
import { chooseNearNews, isNearNewsWanted } from '../near-news-choice.ts';
import { Loaded } from './loaded.tsx';
import { Problem } from './problem.tsx';
import { SettingsSection } from './settings-section.tsx';
import { SwitchRow } from './switch-row.tsx';
import { useNotificationsEdit } from './use-notifications-edit.ts';

export function NoticesSection() {
  const edit = useNotificationsEdit();
  const [permission, setPermission] = useState(noticePermission);
  const choose = async (on: boolean) => {
    if (!on) return edit.change({ navegador: false });
    const answer = await askForNotices();
    setPermission(answer);
    return answer === 'granted' && edit.change({ navegador: true });
  };
  return (
    <SettingsSection id="avisos" title={copy.noticesTitle}>
      <Loaded query={edit.query} rows={1} label={copy.loading}>
        {({ navegador }) => (
          <SwitchRow
            title={copy.notices}
            note={
              navegador && permission === 'default'
                ? copy.noticesElsewhere
                : copy.noticesNote[permission]
            }
            checked={navegador && permission === 'granted'}
            saving={edit.saving}
            disabled={permission === 'unsupported'}
            onChange={(on) => void choose(on)}
          />
        )}
      </Loaded>
      {edit.problem !== null && <Problem message={edit.problem} />}
      <NearNewsSwitch />
    </SettingsSection>
  );
}

function NearNewsSwitch() {
  const [isWanted, setWanted] = useState(isNearNewsWanted);
  const choose = (wanted: boolean) => {
    chooseNearNews(wanted);
    setWanted(wanted);
  };
  return (
    <SwitchRow
      title={copy.nearNews}
      note={copy.nearNewsNote}
      checked={isWanted}
      saving={false}
      onChange={choose}
    />
  );
}
