/** Usernames: a text of another origin adapted to the rules that firestore.rules and the API check. */
import { maxUsernameLength, minUsernameLength } from './profile.ts';

/** Counted in code points, as firestore.rules counts: an emoji is one, where `length` counts two. */
export const isLongEnough = (name: string): boolean => [...name].length >= minUsernameLength;

const forbidden = /[\p{Cc}\p{Cs}<>]/gu;

/** Without control characters, `<`, `>` and halves of surrogate pairs, which a cut may leave; possibly too short. */
export function cleanUsername(text: string): string {
  return text
    .replaceAll(forbidden, '')
    .trim()
    .slice(0, maxUsernameLength)
    .replaceAll(forbidden, '');
}
