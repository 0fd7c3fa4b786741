/** Alerts grouped by day, newest first. */
import { dayTitle } from '#src/copy/alerts.ts';
import type { AlertItem } from '#store/api/api-types.ts';
import styles from './alert-list.module.css';
import { AlertRow } from './alert-row.tsx';

export function AlertList(props: {
  readonly alerts: readonly AlertItem[];
  readonly open: string | null;
  readonly onToggle: (alert: AlertItem) => void;
}) {
  return [...groupByDay(props.alerts)].map(([day, alerts]) => (
    <div key={day}>
      <h2 className={`label ${styles.alist__day}`}>{day}</h2>
      <ul>
        {alerts.map((alert) => (
          <AlertRow
            key={alert.id}
            alert={alert}
            open={props.open === alert.id}
            onToggle={() => props.onToggle(alert)}
          />
        ))}
      </ul>
    </div>
  ));
}

function groupByDay(alerts: readonly AlertItem[]): Map<string, AlertItem[]> {
  const days = new Map<string, AlertItem[]>();
  for (const alert of alerts) {
    const day = dayTitle(alert.createdAt);
    const group = days.get(day);
    if (group === undefined) days.set(day, [alert]);
    else group.push(alert);
  }
  return days;
}
