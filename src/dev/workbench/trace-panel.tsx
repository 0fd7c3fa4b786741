/** Panel to record, save, open and step through traces. */
import { type ChangeEvent, useId, useState } from 'react';
import type { AnyStateMachine } from 'xstate';
import type { Trace } from '#contract/trace.ts';
import { Icon } from '#src/components/icon.tsx';
import { downloadFile } from '#src/features/downloads/download-file.ts';
import { workbenchCopy as copy } from '../workbench-copy.ts';
import { fileNameOf, type LoadedTrace, loadTraceFile, replayTrace } from './replay.ts';
import { ReplayResult } from './replay-result.tsx';
import { StepButtons } from './step-buttons.tsx';
import { useKeys } from './use-keys.ts';
import styles from './workbench.module.css';

interface TracePanelProps {
  readonly machine: AnyStateMachine;
  readonly trace: Trace | null;
  readonly loaded: LoadedTrace | null;
  readonly onLoad: (loaded: LoadedTrace | null) => void;
  /** Index of the shown step; -1 = the start. */
  readonly position: number;
  readonly isLive: boolean;
  readonly onPosition: (index: number) => void;
}

export function TracePanel(props: TracePanelProps) {
  const { machine, trace, loaded, onLoad, position, onPosition } = props;
  /** Number of steps when recording began; null = not recording. */
  const [recordingStart, setRecordingStart] = useState<number | null>(null);
  const [error, setError] = useState<string | null>(null);
  const steps = trace?.steps.length ?? 0;
  const isRecording = recordingStart !== null && loaded === null;
  const toggleRecording = async () => {
    if (trace === null || loaded !== null) return;
    setRecordingStart(isRecording ? null : steps);
    if (isRecording) onLoad(await replayTrace(machine, trace, null));
  };
  const openFile = async (event: ChangeEvent<HTMLInputElement>) => {
    const [file] = event.target.files ?? [];
    // The same file may be chosen again after it was changed.
    const text = await file?.text();
    event.target.value = '';
    if (file === undefined || text === undefined) return;
    const loadedFile = await loadTraceFile(text, file.name);
    setError(typeof loadedFile === 'string' ? loadedFile : null);
    if (typeof loadedFile !== 'string') onLoad(loadedFile);
  };
  useKeys({ r: () => void toggleRecording() });
  return (
    <section className={styles.wb__panel} aria-labelledby="wb-tape">
      <h2 id="wb-tape" className="label">
        {copy.trace}
      </h2>
      <div className={styles.wb__row}>
        {loaded === null ? (
          <button
            type="button"
            className="btn btn--outline btn--sm"
            aria-pressed={isRecording}
            disabled={trace === null}
            onClick={() => void toggleRecording()}
          >
            <span
              className={
                isRecording ? `${styles.wb__rec} ${styles['wb__rec--on']}` : styles.wb__rec
              }
            />
            {isRecording ? copy.stop : copy.record}
          </button>
        ) : (
          <button
            type="button"
            className="btn btn--outline btn--sm"
            onClick={() => {
              setError(null);
              onLoad(null);
            }}
          >
            {copy.close}
          </button>
        )}
        <OpenButton onChange={(event) => void openFile(event)} />
      </div>
      {isRecording && (
        <p className="meta" role="status">
          {copy.recording(steps - recordingStart)}. {copy.fromStart}
        </p>
      )}
      {error !== null && (
        <p className="field__error" role="alert">
          {error}
        </p>
      )}
      {loaded !== null && error === null && (
        <>
          <SaveForm loaded={loaded} onLoad={onLoad} />
          <ReplayResult loaded={loaded} onPosition={onPosition} />
        </>
      )}
      {trace !== null && (
        <StepButtons
          position={position}
          steps={steps}
          isLive={props.isLive}
          onPosition={onPosition}
        />
      )}
    </section>
  );
}

function OpenButton({ onChange }: { onChange: (event: ChangeEvent<HTMLInputElement>) => void }) {
  const field = useId();
  return (
    <>
      <label htmlFor={field} className="btn btn--quiet btn--sm">
        {copy.load}
      </label>
      <input id={field} type="file" accept=".json" className="vh" onChange={onChange} />
    </>
  );
}

/** Sets the trace's title and downloads it, for tests/traces. */
function SaveForm({
  loaded,
  onLoad,
}: {
  loaded: LoadedTrace;
  onLoad: (loaded: LoadedTrace) => void;
}) {
  const { trace } = loaded;
  return (
    <form
      className={styles.wb__row}
      onSubmit={(event) => {
        event.preventDefault();
        downloadFile({
          name: fileNameOf(trace),
          type: 'application/json',
          text: `${JSON.stringify(trace, null, 2)}\n`,
        });
      }}
    >
      <input
        className="input"
        aria-label={copy.traceTitle}
        value={trace.title}
        maxLength={200}
        required
        onChange={(event) => onLoad({ ...loaded, trace: { ...trace, title: event.target.value } })}
      />
      <button type="submit" className="btn btn--primary btn--sm">
        <Icon name="download" />
        {copy.save}
      </button>
    </form>
  );
}
