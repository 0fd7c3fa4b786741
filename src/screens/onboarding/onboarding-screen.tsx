/** /onboarding: three steps (match, threshold, test mail), in order. */
import { useMachine } from '@xstate/react';
import { useEffect, useMemo, useRef } from 'react';
import { Link, Navigate, useNavigate } from 'react-router-dom';
import { fromPromise } from 'xstate';
import { onboardingMachine } from '#machines/onboarding.machine.ts';
import { ErrorState, Skeleton } from '#src/components/async-states.tsx';
import { Icon } from '#src/components/icon.tsx';
import { PageMain } from '#src/components/page-main.tsx';
import { onboardingCopy as copy } from '#src/copy/onboarding.ts';
import { PublicHeader } from '#src/features/layout/public-header.tsx';
import {
  type OnboardingProgress,
  useOnboardingProgress,
} from '#src/features/onboarding/use-onboarding-progress.ts';
import { useSession } from '#src/features/session/session-context.ts';
import { usePageTitle } from '#src/hooks/use-page-title.ts';
import { usePatchProfileMutation, useSendTestMailMutation } from '#store/api/base-api.ts';
import styles from './first-alert-ticket.module.css';
import { MailStep } from './mail-step.tsx';
import { MatchStep } from './match-step.tsx';
import { ThresholdStep } from './threshold-step.tsx';

export function OnboardingScreen() {
  usePageTitle(copy.title);
  const { progress, failed, retry } = useOnboardingProgress();
  // Progress on entry: steps taken here must not restart the machine.
  const initialProgress = useRef<OnboardingProgress | null>(null);
  initialProgress.current ??= progress;
  return (
    <>
      <PublicHeader>
        <Link className="btn btn--quiet" to="/dashboard">
          {copy.skip}
        </Link>
      </PublicHeader>
      <PageMain id="contenido" className={`wrap ${styles.ob}`}>
        {failed && <ErrorState message={copy.unread} onRetry={retry} />}
        {initialProgress.current === null && !failed && <Skeleton rows={4} label={copy.loading} />}
        {initialProgress.current !== null &&
          (initialProgress.current.isCompleted ? (
            <Navigate to="/dashboard" replace />
          ) : (
            <Steps progress={initialProgress.current} />
          ))}
      </PageMain>
    </>
  );
}

function Steps({ progress }: { progress: OnboardingProgress }) {
  const { showToast, actorEnvironment } = useSession();
  const navigate = useNavigate();
  const [sendTestMail] = useSendTestMailMutation();
  /** Whether the step asked for a mail, and did not count one that was sent for another reason. */
  const isMailWanted = useRef(true);
  const [patchProfile] = usePatchProfileMutation();
  const machine = useMemo(
    () =>
      onboardingMachine.provide({
        actors: {
          sendTestMail: fromPromise(async () => {
            if (isMailWanted.current) await sendTestMail().unwrap();
          }),
          completeOnboarding: fromPromise(async () => {
            await patchProfile({ onboardingCompletado: true }).unwrap();
          }),
        },
      }),
    [sendTestMail, patchProfile],
  );
  const [snapshot, send] = useMachine(machine, { ...actorEnvironment, input: progress });
  const isDone = snapshot.matches('done');
  useEffect(() => {
    if (!isDone) return;
    showToast(copy.finished, 'success');
    navigate('/dashboard', { replace: true });
  }, [isDone, navigate, showToast]);
  const step = snapshot.matches('choosingMatch')
    ? 1
    : snapshot.matches('creatingThreshold')
      ? 2
      : 3;
  const titleRef = useFocusedTitle(step);
  const { matchId, problem } = snapshot.context;
  return (
    <>
      <StepList step={step} />
      {step === 1 && (
        <MatchStep
          titleRef={titleRef}
          onChosen={(chosen) => send({ type: 'MATCH.CHOSEN', matchId: chosen })}
        />
      )}
      {step === 2 && matchId !== null && (
        <ThresholdStep
          titleRef={titleRef}
          matchId={matchId}
          onBack={() => send({ type: 'BACK' })}
          onCreated={() => send({ type: 'THRESHOLD.CREATED' })}
        />
      )}
      {step === 3 && (
        <MailStep
          titleRef={titleRef}
          isSent={snapshot.matches({ testingMail: 'sent' })}
          isBusy={snapshot.hasTag('busy')}
          error={problem}
          onBack={matchId === null ? null : () => send({ type: 'BACK' })}
          onSend={({ isMailed }) => {
            isMailWanted.current = isMailed;
            send({ type: 'SEND' });
          }}
          onReceived={() => send({ type: 'MAIL.RECEIVED' })}
        />
      )}
    </>
  );
}

function StepList({ step }: { step: number }) {
  return (
    <ol className={styles.steps} aria-label={copy.title}>
      {copy.steps.map((name, index) => {
        const isDone = index + 1 < step;
        return (
          <li
            key={name}
            className={isDone ? styles.done : undefined}
            aria-current={index + 1 === step ? 'step' : undefined}
          >
            {isDone ? <Icon name="check" /> : <span>{index + 1}</span>}
            {name}
            {isDone && <span className="vh">{copy.done}</span>}
          </li>
        );
      })}
    </ol>
  );
}

/** Focuses the title of a new step, so that screen readers announce it. */
function useFocusedTitle(step: number) {
  const titleRef = useRef<HTMLHeadingElement>(null);
  const shown = useRef(step);
  useEffect(() => {
    if (shown.current === step) return;
    shown.current = step;
    titleRef.current?.focus();
  }, [step]);
  return titleRef;
}
