/** Whether and how fast a source is played; shared by the workers that read it. */

export interface PlaybackSettings {
  readonly playing: boolean;
  /** How many market milliseconds pass in one of ours; `max` = never wait. */
  readonly speed: number | 'max';
}
