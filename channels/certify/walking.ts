import type { CheckResult, CheckState, CheckStep } from '#contract/integrations/checks.ts'
import type { HttpAnswer, HttpCall } from '../call.ts'
import type { Channel, ExternalListing, ReadyListing } from '../channel.ts'
import type { Connection } from '../connection.ts'
import type { Exchange } from './record.ts'

/** What is known of a connection without asking its channel. */
export interface KnownAccess {
  /** When the access token ends; null: never. */
  endsAt: Date | null
  /** Whether the channel has called Motto about sales, and what keeps it from that; undefined: Motto doesn't know of this account. */
  notices: { heard: boolean; problem: string } | undefined
}

export interface WalkOptions {
  channel: Channel
  /** Gives a connection whose token is fresh. Work is repeated when the token had to be renewed. */
  connected: <T>(work: (c: Connection) => Promise<T>) => Promise<T>
  known: KnownAccess
  /** Also makes a test product, changes it and deletes it. */
  whole: boolean
  /** Hears a step when it begins and when it ends. */
  report: (result: CheckResult) => Promise<void>
  /** Waits until a channel shows what it was told. */
  wait: (milliseconds: number) => Promise<void>
  /** No request but those that clean up is sent after it, or after `deadline`. */
  signal?: AbortSignal
  deadline: Date
  now: () => Date
  /** Hears each exchange whole, in memory alone. */
  listen?: (call: HttpCall, answer: HttpAnswer, at: { step: CheckStep; path: string }) => void
}

export interface Walked {
  results: CheckResult[]
  exchanges: Exchange[]
}

export type Finding = Pick<CheckResult, 'detail'> & { state: Exclude<CheckState, 'running'> }
/** What one step does. @throws ChannelError what the channel refused: the step has failed */
export type Work = (walk: Walk) => Promise<Finding>

/** A walk on its way. */
export interface Walk extends WalkOptions {
  step: CheckStep
  /** From here on only what cleans up is asked for. */
  cleaning: boolean
  /** The seller's listings are looked through. */
  browsing: boolean
  currency: string
  /** The moment that the channel named with its last answer, and ours then. */
  clock: { theirs: Date; ours: Date } | undefined
  made: ExternalListing | null
  /** The test product as it was last sent. */
  listing: ReadyListing | undefined
  ask: WalkOptions['connected']
}

export const passed = (detail: string): Finding => ({ state: 'passed', detail })
export const attention = (detail: string): Finding => ({ state: 'attention', detail })
export const failed = (detail: string): Finding => ({ state: 'failed', detail })
export const unsupported = (detail: string): Finding => ({ state: 'unsupported', detail })
export const skipped = (detail: string): Finding => ({ state: 'skipped', detail })
