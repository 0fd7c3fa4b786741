/**
 * Whose fault it is that services of one kind refuse a key of ours: ours, so that nobody's channel is stopped for it, until the same
 * service accepts it for another channel. Two channels refused alike within a minute hold the whole kind: one probe at a time, until
 * a service accepts one. Where that is another service, the refusing one holds the kind no more until it has accepted one, too.
 */
import { PolicyRefusals } from '../mail/policy-refusals.ts';
import { RelayBackoff } from '../mail/relay-backoff.ts';

/** Services remembered; the oldest is left out beyond it. */
const maxServices = 100;

interface Service {
  readonly refusals: PolicyRefusals;
  /** It refused while another one of the kind accepted. */
  refusesAlone: boolean;
}

export class OurKeyRefusals {
  readonly #services = new Map<string, Service>();
  readonly #backoff: RelayBackoff;
  readonly #onHold: (held: boolean) => void;

  /** @param onHold it has begun, or ended */
  constructor(onHold: (held: boolean) => void = () => {}, nowMs?: () => number) {
    this.#onHold = onHold;
    this.#backoff = new RelayBackoff(nowMs);
  }

  get isHeld(): boolean {
    return this.#backoff.isRefusing;
  }

  /** Milliseconds until the next probe is due. */
  get waitMs(): number {
    return this.#backoff.waitMs;
  }

  /** Channels a probe should leave out while there are others. */
  get suspected(): readonly string[] {
    return [...this.#services.values()].flatMap(({ refusals }) => refusals.suspected);
  }

  /** @returns `theirs`: of this channel alone; `later`: ours as far as is known; `held`: the whole kind waits */
  refused(origin: string, channelId: string): 'theirs' | 'later' | 'held' {
    const service = this.#serviceOf(origin);
    const fault = service.refusals.judge(channelId);
    if (fault === 'theirs') return 'theirs';
    if (service.refusesAlone || (fault === 'doubtful' && !this.isHeld)) return 'later';
    this.probeFailed();
    return 'held';
  }

  /** A probe that was not accepted, whatever the answer, delays the next one. */
  probeFailed(): void {
    const wasHeld = this.isHeld;
    this.#backoff.refused();
    if (!wasHeld) this.#onHold(true);
  }

  accepted(origin: string, channelId: string): void {
    const accepting = this.#services.get(origin);
    accepting?.refusals.accepted(channelId);
    if (accepting !== undefined) accepting.refusesAlone = false;
    if (!this.isHeld) return;
    for (const service of this.#services.values())
      service.refusesAlone ||= service !== accepting && service.refusals.suspected.length > 0;
    this.#backoff.answered();
    this.#onHold(false);
  }

  #serviceOf(origin: string): Service {
    const known = this.#services.get(origin) ?? {
      refusals: new PolicyRefusals(),
      refusesAlone: false,
    };
    this.#services.set(origin, known);
    for (const oldest of this.#services.keys()) {
      if (this.#services.size <= maxServices) break;
      this.#services.delete(oldest);
    }
    return known;
  }
}
