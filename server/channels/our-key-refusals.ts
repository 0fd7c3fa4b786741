/**
 * Whose fault it is that a push service or Telegram refuses a key of ours: ours, so that nobody's channel is stopped for it, until
 * the same service accepts it for another channel.
 */
import { PolicyRefusals } from '../mail/policy-refusals.ts';

/** Services remembered; the oldest is left out beyond it. */
const maxServices = 100;

export class OurKeyRefusals {
  readonly #services = new Map<string, PolicyRefusals>();

  /** @returns whether the channel has nothing to do with it, as far as is known */
  isOurs(origin: string, channelId: string): boolean {
    const known = this.#services.get(origin) ?? new PolicyRefusals();
    this.#services.set(origin, known);
    for (const oldest of this.#services.keys()) {
      if (this.#services.size <= maxServices) break;
      this.#services.delete(oldest);
    }
    return known.judge(channelId) !== 'theirs';
  }

  accepted(origin: string, channelId: string): void {
    this.#services.get(origin)?.accepted(channelId);
  }
}
