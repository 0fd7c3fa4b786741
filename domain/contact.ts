/** Contact form: fields, priorities and validation of a message to support. */
import { emailPattern } from './email-pattern.ts';

export const priorities = ['low', 'medium', 'high', 'urgent'] as const;
export type Priority = (typeof priorities)[number];

export interface ContactMessage {
  readonly name: string;
  readonly email: string;
  readonly subject: string;
  readonly priority: Priority;
  readonly message: string;
}

/** Longest accepted text of each field, in code points (an emoji is one). */
export const maxLength = { name: 100, email: 254, subject: 150, message: 10_000 } as const;

export type ContactField = keyof typeof maxLength;
export type ContactProblem = 'missing' | 'malformed' | 'too-long';
export type ContactProblems = Readonly<Partial<Record<ContactField, ContactProblem>>>;

/** In the order of the form. */
export const contactFields = ['name', 'email', 'subject', 'message'] as const;

/** @returns what is wrong with each field; empty when the message may be sent */
export function contactProblems(message: Pick<ContactMessage, ContactField>): ContactProblems {
  const problems: Partial<Record<ContactField, ContactProblem>> = {};
  for (const field of contactFields) {
    const text = message[field].trim();
    if (text === '') problems[field] = 'missing';
    else if (codePointLength(text) > maxLength[field]) problems[field] = 'too-long';
    else if (field === 'email' && !emailPattern.test(text)) problems[field] = 'malformed';
  }
  return problems;
}

/** Counts an emoji as one, where `length` counts two. */
export const codePointLength = (text: string): number => [...text].length;
