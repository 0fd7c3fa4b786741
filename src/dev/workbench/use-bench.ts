/** The workbench's connection to the app's tabs. */
import { useEffect, useMemo, useRef, useState } from 'react';
import { type FromBench, type Line, openBenchLine } from '../channel.ts';
import { type BenchState, hear, nothingSeen } from './bench-state.ts';

export interface Bench {
  readonly state: BenchState;
  readonly ask: (message: FromBench) => void;
}

export function useBench(): Bench {
  const [state, setState] = useState(nothingSeen);
  const line = useRef<Line<FromBench> | null>(null);
  useEffect(() => {
    const opened = openBenchLine((message) =>
      setState((before) => hear(before, message, performance.now())),
    );
    line.current = opened;
    opened.say({ kind: 'who' });
    return () => opened.close();
  }, []);
  return useMemo(() => ({ state, ask: (message) => line.current?.say(message) }), [state]);
}
