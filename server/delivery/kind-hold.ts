/**
 * Whether a kind's deliveries may leave. Whoever refuses us (a login, a quota, our key) refuses every delivery behind it: all wait, and
 * one probe at a time asks. Whose fault an unclear refusal is shows in what others are answered (refusals-alike.ts). Logs changes, and
 * stores them for /health.
 */
import type { FastifyBaseLogger } from 'fastify';
import { type Backoff, backoffDelay } from '#domain/exponential-backoff.ts';
import type { Answer, AnswerOf, Outcome } from './answer.ts';
import { RefusalsAlike } from './refusals-alike.ts';

export interface KindHoldOptions {
  readonly log: FastifyBaseLogger;
  /** Behind which all receivers are; otherwise each origin is a service, and one that refuses alone holds the others no second time. */
  readonly hasOneService: boolean;
  /** For /health: what the other side said; null when deliveries leave. */
  readonly store: (reason: string | null) => Promise<void>;
  readonly onChange?: (isHeld: boolean) => void;
  /** A monotonic clock; tests set their own. */
  readonly nowMs?: () => number;
}

/** Of the probes. */
const probeMs: Backoff = { first: 1_000, max: 30_000 };
/** After a refusal so many leave one after the other: in their order, and not all at once on a service just back. */
const slowStartDeliveries = 20;
/** So many attempts in a row over so long, and none accepted: nothing leaves, whatever its one service says. */
const failing = { attempts: 3, forMs: 60_000 };
/** Services remembered; the oldest is left out beyond it. */
const maxServices = 100;

interface Service {
  readonly refusals: RefusalsAlike;
  /** It refused while another one of the kind accepted. */
  refusesAlone: boolean;
}

type Unclear = Extract<Answer, { readonly means: 'unclear' }>;

export class KindHold {
  readonly #options: KindHoldOptions;
  readonly #nowMs: () => number;
  #refusals = 0;
  #probeAtMs = 0;
  #slowStartLeft = 0;
  /** Since we are refused. */
  #severalRefused = false;
  readonly #services = new Map<string, Service>();
  /** Attempts since the last acceptance, but for refusals. */
  #failed = 0;
  #failingSinceMs = 0;
  /** What /health shows; null while deliveries leave, and absent until it is known: a former process may have stored it. */
  #reason: string | null | undefined;

  constructor(options: KindHoldOptions) {
    this.#options = options;
    this.#nowMs = options.nowMs ?? (() => performance.now());
  }

  get isHeld(): boolean {
    return this.#refusals > 0;
  }

  /** Whether to send one at a time: a probe, or one of the first after a refusal. */
  get isOneAtATime(): boolean {
    return this.isHeld || (this.#options.hasOneService && this.#slowStartLeft > 0);
  }

  /** Milliseconds until the next probe is due; 0 when it is, or when nothing was refused. */
  get waitMs(): number {
    return this.isHeld ? Math.max(0, this.#probeAtMs - this.#nowMs()) : 0;
  }

  /** Perhaps one receiver alone is refused: another one, asked without a wait, shows it. */
  get isAboutOne(): boolean {
    return this.isHeld && !this.#severalRefused && this.suspected.length === 1;
  }

  /** Receivers a probe should leave out while there are others. */
  get suspected(): readonly string[] {
    return [...this.#services.values()].flatMap(({ refusals }) => refusals.suspected);
  }

  /** Takes effect at once, so that no further delivery is tried. */
  judge(answer: AnswerOf, receiver: string): Outcome {
    if (answer.means === 'accepted') this.#accepted(answer.service, receiver);
    else if (answer.means === 'later') this.#failedAttempt(answer);
    else if (answer.means === 'refusedForUs') this.#refused(answer);
    else if (answer.means === 'unclear') return this.#judgeUnclear(answer, receiver);
    return answer;
  }

  /** One that was not accepted, whatever the answer, delays the next one. */
  probeEnded(): void {
    if (this.isHeld) this.#delayProbe();
  }

  #judgeUnclear(answer: Unclear & AnswerOf, receiver: string): Outcome {
    const service = this.#serviceOf(answer.service);
    const { reason, of } = answer;
    const later = { means: 'later', reason } as const;
    if (answer.presumed === 'us')
      return service.refusals.isOurs(receiver) ? this.#refused(answer) : later;
    const fault = service.refusals.judge(receiver);
    if (fault === 'ours' && !service.refusesAlone) return this.#refused(answer);
    if (answer.dealsWithUs) this.#answered();
    else if (fault === 'doubtful' && this.isHeld && !service.refusesAlone)
      return this.#refused(answer);
    return fault === 'theirs' ? { means: 'refused', of, reason } : later;
  }

  #accepted(name: string, receiver: string): void {
    this.#failed = 0;
    const accepting = this.#services.get(name);
    accepting?.refusals.accepted(receiver);
    if (accepting !== undefined) accepting.refusesAlone = false;
    if (this.isHeld && !this.#options.hasOneService)
      for (const service of this.#services.values())
        service.refusesAlone ||= service !== accepting && service.refusals.suspected.length > 0;
    this.#answered();
    this.#clear();
  }

  #refused({ reason, log }: Extract<Answer, { readonly reason: string }>): Outcome {
    const wasHeld = this.isHeld;
    this.#severalRefused ||= this.suspected.length > 1;
    if (this.#delayProbe()) {
      const said = log?.reason ?? reason;
      this.#store(said);
      this.#options.log.warn(
        { ...log, reason: said },
        'we are refused: all deliveries of this kind wait',
      );
    }
    if (!wasHeld) this.#options.onChange?.(true);
    return { means: 'refusedForUs', reason };
  }

  /** @returns false for those that were under way together with one refused before: they count once */
  #delayProbe(): boolean {
    if (this.waitMs > 0) return false;
    this.#refusals += 1;
    this.#probeAtMs = this.#nowMs() + backoffDelay(this.#refusals, probeMs);
    this.#slowStartLeft = slowStartDeliveries;
    return true;
  }

  #failedAttempt({ reason, dealsWithUs = false, log }: Extract<Outcome, { means: 'later' }>): void {
    if (!this.#options.hasOneService) return;
    if (dealsWithUs) this.#answered();
    // A probe whose connection was lost in the middle of its message proves nothing: the next one is delayed, too.
    else if (this.isHeld) this.#refused({ means: 'refusedForUs', reason, ...(log && { log }) });
    if (this.#failed === 0) this.#failingSinceMs = this.#nowMs();
    this.#failed += 1;
    if (this.#failed < failing.attempts) return;
    if (this.#nowMs() - this.#failingSinceMs < failing.forMs) return;
    const wasKnown = typeof this.#reason === 'string';
    const said = log?.reason ?? reason;
    this.#store(said);
    if (!wasKnown) this.#options.log.warn({ ...log, reason: said }, 'nothing of this kind leaves');
  }

  /** To a message: whoever answers deals with us. */
  #answered(): void {
    if (this.#failed === 0) this.#clear();
    this.#slowStartLeft = Math.max(0, this.#slowStartLeft - 1);
    if (!this.isHeld) return;
    this.#refusals = 0;
    this.#severalRefused = false;
    this.#options.log.info('we are accepted again');
    this.#options.onChange?.(false);
  }

  #clear(): void {
    if (this.#reason !== null) this.#store(null);
  }

  #store(reason: string | null): void {
    this.#reason = reason;
    this.#options
      .store(reason)
      .catch((err: unknown) => this.#options.log.warn({ err }, 'a kind’s hold was not stored'));
  }

  #serviceOf(name: string): Service {
    const known = this.#services.get(name) ?? {
      refusals: new RefusalsAlike(this.#nowMs),
      refusesAlone: false,
    };
    this.#services.set(name, known);
    for (const oldest of this.#services.keys()) {
      if (this.#services.size <= maxServices) break;
      this.#services.delete(oldest);
    }
    return known;
  }
}
