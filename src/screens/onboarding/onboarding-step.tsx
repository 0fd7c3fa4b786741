/** Layout of an onboarding step: label, title, and the row of buttons below. */
import type { ReactNode, RefObject } from 'react';
import { Button } from '#src/components/button.tsx';
import { Icon } from '#src/components/icon.tsx';
import { onboardingCopy as copy } from '#src/copy/onboarding.ts';

export type StepTitle = RefObject<HTMLHeadingElement | null>;

export function OnboardingStep(props: {
  readonly step: number;
  readonly about?: string | undefined;
  readonly heading: string;
  readonly title: StepTitle;
  readonly children: ReactNode;
}) {
  return (
    <section aria-labelledby="step-title">
      <p className="label">
        {copy.step(props.step)}
        {props.about !== undefined && ` · ${props.about}`}
      </p>
      <h1 className="headline" id="step-title" ref={props.title} tabIndex={-1}>
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
    <div className="ob__foot">
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
