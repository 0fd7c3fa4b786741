/** Layout of an onboarding step: label, title, and the row of buttons below. */
import type { ReactNode, RefObject } from 'react';
import { Button } from '#src/components/button.tsx';
import { Icon } from '#src/components/icon.tsx';
import { onboardingCopy as copy } from '#src/copy/onboarding.ts';
import styles from './onboarding-step.module.css';

export type StepTitleRef = RefObject<HTMLHeadingElement | null>;

export function OnboardingStep(props: {
  readonly step: number;
  readonly matchName?: string | undefined;
  readonly heading: string;
  readonly titleRef: StepTitleRef;
  readonly children: ReactNode;
}) {
  return (
    <section aria-labelledby="step-title">
      <p className="label">
        {copy.step(props.step)}
        {props.matchName !== undefined && ` · ${props.matchName}`}
      </p>
      <h1 className="headline" id="step-title" ref={props.titleRef} tabIndex={-1}>
        {props.heading}
      </h1>
      {props.children}
    </section>
  );
}

export function StepFooter(props: {
  readonly onBack: (() => void) | null;
  readonly children?: ReactNode;
}) {
  return (
    <div className={styles.ob__foot}>
      {props.onBack !== null && (
        <Button variant="quiet" className="btn--flush" onClick={props.onBack}>
          <Icon name="back" />
          {copy.back}
        </Button>
      )}
      <span className="meta">{copy.progressSaved}</span>
      {props.children}
    </div>
  );
}
