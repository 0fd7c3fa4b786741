/** Playback settings of a source: playing or paused, and speed; shared by its workers. */

export interface PlaybackSettings {
  readonly playing: boolean;
  /** Market milliseconds per wall millisecond; `max` = never wait. */
  readonly speed: number | 'max';
}
