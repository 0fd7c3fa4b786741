/**
 * Toast of an outcome, drawn by notistack. Announced politely unless it is an error: notistack makes every toast an alert,
 * which interrupts what a screen reader is saying.
 */
import { type CustomContentProps, MaterialDesignContent } from 'notistack';
import type { Ref } from 'react';

type OutcomeToastProps = CustomContentProps & { ref?: Ref<HTMLDivElement> };

export function PoliteToast({ ref, ...toast }: OutcomeToastProps) {
  const setPolite = (element: HTMLDivElement | null) => {
    element?.setAttribute('role', 'status');
    if (typeof ref === 'function') ref(element);
    else if (ref) ref.current = element;
  };
  return <MaterialDesignContent {...toast} ref={setPolite} />;
}
