/** Fetches what is likely to be needed next, so that nobody waits for it: never before the first screen is there. */
import { whenIdle } from './deferred.ts';
import type { SessionActor } from './session-port.ts';

type Load = () => Promise<unknown>;

export function lookAhead(
  session: SessionActor,
  { onceKnown, onceSigningIn }: { readonly onceKnown: Load[]; readonly onceSigningIn: Load[] },
): void {
  const steps = [
    {
      isDue: (snapshot: ReturnType<SessionActor['getSnapshot']>) => !snapshot.hasTag('unknown'),
      load: () => whenIdle(onceKnown),
    },
    {
      isDue: (snapshot: ReturnType<SessionActor['getSnapshot']>) =>
        snapshot.hasTag('busy') || snapshot.hasTag('authenticated'),
      load: () => whenIdle(onceSigningIn),
    },
  ];
  const { unsubscribe } = session.subscribe((snapshot) => {
    for (const step of [...steps]) {
      if (!step.isDue(snapshot)) continue;
      steps.splice(steps.indexOf(step), 1);
      step.load();
    }
    if (steps.length === 0) unsubscribe();
  });
}
