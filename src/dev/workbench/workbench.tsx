/** The workbench page, /dev/machines: shows, records, replays and steers the machines of the app's tabs. */
import { StrictMode, useState } from 'react';
import { createRoot } from 'react-dom/client';
import type { AnyStateMachine } from 'xstate';
import { machinesById } from '#machines/tracing/machine-registry.ts';
import { applyStoredTheme, ThemeSwitch } from '#src/components/theme-switch.tsx';
import { workbenchCopy as copy } from '../workbench-copy.ts';
import { ClockPanel } from './clock-panel.tsx';
import { ContextPanel } from './context-panel.tsx';
import { DiagramPanel } from './diagram-panel.tsx';
import { LogPanel } from './log-panel.tsx';
import { keyOf, MachineTabs } from './machine-tabs.tsx';
import type { LoadedTrace } from './replay.ts';
import { SendPanel } from './send-panel.tsx';
import { TracePanel } from './trace-panel.tsx';
import { positionAt } from './trace-position.ts';
import { useKeys } from './use-keys.ts';
import styles from './workbench.module.css';
import {
  latestOf,
  type TrackedActor,
  useWorkbench,
  type WorkbenchConnection,
} from './workbench-state.ts';

const machineIds = [...machinesById.keys()];

/** Renders the workbench in place of the app. @throws Error when the page has no #root */
export function startWorkbench(): void {
  applyStoredTheme();
  const root = document.getElementById('root');
  if (root === null) throw new Error('index.html has no #root');
  createRoot(root).render(
    <StrictMode>
      <Workbench />
    </StrictMode>,
  );
}

function Workbench() {
  const connection = useWorkbench();
  const [chosen, setChosen] = useState(machineIds[0] ?? '');
  const [loaded, setLoaded] = useState<LoadedTrace | null>(null);
  const id = loaded?.trace.machine ?? chosen;
  const machine = machinesById.get(id);
  const choose = (wanted: string) => {
    setLoaded(null);
    setChosen(wanted);
  };
  useKeys(Object.fromEntries(machineIds.map((one, index) => [keyOf(index), () => choose(one)])));
  return (
    <div className={styles.wb}>
      <WorkbenchHeader connection={connection} />
      <MachineTabs ids={machineIds} chosen={id} state={connection.state} onChoose={choose} />
      {machine !== undefined && (
        <MachinePanels
          key={id}
          machine={machine}
          connection={connection}
          loaded={loaded}
          onLoad={setLoaded}
        />
      )}
    </div>
  );
}

function WorkbenchHeader({ connection }: { connection: WorkbenchConnection }) {
  const tabs = [...connection.state.clocks.keys()];
  return (
    <header className={styles.wb__head}>
      <h1 className="title">{copy.title}</h1>
      <p className="meta" role="status">
        {tabs.length === 0 ? copy.noTabs : copy.connected(tabs.length)}
      </p>
      <button
        type="button"
        className="btn btn--outline btn--sm"
        onClick={() => window.open('/', 'vigia-app', 'popup,width=1100,height=860')}
      >
        {copy.openApp}
      </button>
      <button
        type="button"
        className="btn btn--quiet btn--sm"
        disabled={tabs.length === 0}
        onClick={() => {
          for (const tab of tabs) connection.send({ kind: 'restart', tab });
        }}
      >
        {copy.restart}
      </button>
      <ThemeSwitch />
    </header>
  );
}

interface MachinePanelsProps {
  readonly machine: AnyStateMachine;
  readonly connection: WorkbenchConnection;
  readonly loaded: LoadedTrace | null;
  readonly onLoad: (loaded: LoadedTrace | null) => void;
}

function MachinePanels({ machine, connection, loaded, onLoad }: MachinePanelsProps) {
  const actor = latestOf(connection.state, machine.id);
  const trace = loaded?.trace ?? actor?.trace ?? null;
  const [position, setPosition] = usePosition(trace?.steps.length ?? 0, loaded, actor);
  const tracePosition = trace === null ? null : positionAt(trace, position.index);
  const isLive = loaded === null && position.isFollowing;
  const live = actor === null || actor.hasStopped ? null : actor;
  return (
    <div className={styles.wb__body}>
      <DiagramPanel machine={machine} tracePosition={tracePosition} />
      <div className={styles.wb__side}>
        <TracePanel
          machine={machine}
          trace={trace}
          loaded={loaded}
          onLoad={onLoad}
          position={position.index}
          isLive={isLive}
          onPosition={setPosition}
        />
        <LogPanel
          trace={trace}
          machine={machine}
          tracePosition={tracePosition}
          onPosition={setPosition}
        />
        <ClockPanel connection={connection} tab={live?.tab ?? null} />
        {loaded === null && <SendPanel machine={machine} actor={live} connection={connection} />}
        <ContextPanel tracePosition={tracePosition} />
      </div>
    </div>
  );
}

/** The shown step: the newest, until the user chooses one. */
function usePosition(steps: number, loaded: LoadedTrace | null, actor: TrackedActor | null) {
  const source = loaded ?? actor?.id ?? null;
  const [chosen, setChosen] = useState<{ readonly of: unknown; readonly index: number } | null>(
    null,
  );
  const isFollowing = chosen === null || chosen.of !== source;
  // A loaded trace opens at its start, the live one at its end.
  const index = !isFollowing ? chosen.index : loaded === null ? steps - 1 : -1;
  const choose = (wanted: number) => {
    const within = Math.max(-1, Math.min(steps - 1, wanted));
    const follows = loaded === null && within === steps - 1;
    setChosen(follows ? null : { of: source, index: within });
  };
  return [{ index, isFollowing }, choose] as const;
}
