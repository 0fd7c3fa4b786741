/** Tabs to choose a machine; a dot marks those that run. */
import { machinesById } from '#machines/tracing/machine-registry.ts';
import { workbenchCopy as copy } from '../workbench-copy.ts';
import styles from './workbench.module.css';
import { latestOf, type WorkbenchState } from './workbench-state.ts';

/** 1 to 9 and then 0, as they lie. */
export const keyOf = (index: number): string => String((index + 1) % 10);

export function MachineTabs({
  ids,
  chosen,
  state,
  onChoose,
}: {
  ids: readonly string[];
  chosen: string;
  state: WorkbenchState;
  onChoose: (id: string) => void;
}) {
  return (
    <nav className={styles.wb__tabs} aria-label={copy.machines}>
      {ids.map((id, index) => {
        const actor = latestOf(state, id);
        const runs = actor !== null && !actor.hasStopped;
        return (
          <button
            key={id}
            type="button"
            className={styles.wb__tab}
            aria-current={id === chosen}
            title={machinesById.get(id)?.config.description}
            onClick={() => onChoose(id)}
          >
            <kbd>{keyOf(index)}</kbd> {id}{' '}
            {runs && (
              <span className={styles.wb__pulse}>
                <span className="vh">{copy.running}</span>
              </span>
            )}
          </button>
        );
      })}
    </nav>
  );
}
