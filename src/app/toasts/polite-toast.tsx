/**
 * Toast of an outcome, drawn by notistack. Announced politely unless it is an error: notistack makes every toast an alert,
 * which interrupts what a screen reader is saying.
 */
import { type CustomContentProps, MaterialDesignContent } from 'notistack';
import type { RefCallback } from 'react';

/** The ref is that of notistack's transition, which is a function. */
type OutcomeToastProps = CustomContentProps & { ref?: RefCallback<HTMLDivElement> };

export function PoliteToast({ ref, ...toast }: OutcomeToastProps) {
  const setPolite = (element: HTMLDivElement | null) => {
    element?.setAttribute('role', 'status');
    ref?.(element);
  };
  return <MaterialDesignContent {...toast} ref={setPolite} />;
}
