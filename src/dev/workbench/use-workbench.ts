/** Hook with the workbench's connection to the app's tabs. */
import { useEffect, useMemo, useRef, useState } from 'react';
import {
  type FromWorkbench,
  openWorkbenchChannel,
  type WorkbenchChannel,
} from '../workbench-channel.ts';
import { initialState, reduceMessage, type WorkbenchState } from './workbench-state.ts';

export interface WorkbenchConnection {
  readonly state: WorkbenchState;
  readonly send: (message: FromWorkbench) => void;
}

export function useWorkbench(): WorkbenchConnection {
  const [state, setState] = useState(initialState);
  const channel = useRef<WorkbenchChannel<FromWorkbench> | null>(null);
  useEffect(() => {
    const opened = openWorkbenchChannel((message) =>
      setState((before) => reduceMessage(before, message, performance.now())),
    );
    channel.current = opened;
    opened.post({ kind: 'who' });
    return () => opened.close();
  }, []);
  return useMemo(() => ({ state, send: (message) => channel.current?.post(message) }), [state]);
}
