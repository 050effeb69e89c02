import { type Kysely, sql } from 'kysely'
import { ChannelError } from '#channels/channel.ts'
import type { ChannelId } from '#contract/channels/ids.ts'
import type { DB } from '../../../db/types.ts'

export interface Bench {
  channel: ChannelId
  /** The integration; 0: the operator's app. */
  accountId: number
  lane: string
  seats: number
}
/** A process that died keeps a seat for so long; longer than any call takes after the last time it was confirmed. */
const HELD_SECONDS = 30
/** A process with more to call keeps its seat for a while, then others have their turn. */
const TURN_MS = 2000
const FIRST_PAUSE_MS = 10
const LONGEST_PAUSE_MS = 150
const PATIENCE_MS = 60_000

const pause = (ms: number) => new Promise<void>((done) => setTimeout(done, ms))

interface Held {
  seat: number
  since: number
}
interface Waiter {
  seated(seat: Held): void
  refused(error: unknown): void
}

/** Seats of one bench that this process holds: as many calls run at once as all processes together have seats. */
export class Seats {
  readonly #db: Kysely<DB>
  readonly #bench: Bench
  readonly #holder: string
  readonly #random: () => number
  readonly #waiting: Waiter[] = []
  #fetching = 0

  constructor(db: Kysely<DB>, bench: Bench, o: { holder: string; random: () => number }) {
    this.#db = db
    this.#bench = bench
    this.#holder = o.holder
    this.#random = o.random
  }

  /** Runs `work` when a seat is free. @throws ChannelError `rate_limited` when none became free for a long time */
  async run<T>(work: () => Promise<T>): Promise<T> {
    const seat = await new Promise<Held>((seated, refused) => {
      this.#waiting.push({ seated, refused })
      this.#fetchForThoseWhoWait()
    })
    try {
      return await work()
    } finally {
      await this.#rise(seat)
    }
  }

  #fetchForThoseWhoWait(): void {
    while (this.#fetching < Math.min(this.#bench.seats, this.#waiting.length)) {
      this.#fetching += 1
      void this.#fetch().finally(() => {
        this.#fetching -= 1
        this.#fetchForThoseWhoWait()
      })
    }
  }

  /** Gets a seat for whoever waits longest; none when all got one that was handed on. */
  async #fetch(): Promise<void> {
    const end = performance.now() + PATIENCE_MS
    try {
      for (let wait = FIRST_PAUSE_MS; this.#waiting.length > 0; wait = Math.min(LONGEST_PAUSE_MS, wait * 1.5)) {
        const seat = await take(this.#db, this.#bench, this.#holder)
        if (seat !== undefined) {
          const next = this.#waiting.shift()
          return next ? next.seated({ seat, since: performance.now() }) : await this.#leave(seat)
        }
        if (performance.now() > end)
          throw new ChannelError('rate_limited', 'Other calls of this account take all its turns.', {
            retryAfterSeconds: 5,
          })
        await pause(wait * (0.5 + this.#random()))
      }
    } catch (error) {
      this.#waiting.shift()?.refused(error)
    }
  }

  async #rise(lease: Held): Promise<void> {
    const next = performance.now() - lease.since < TURN_MS ? this.#waiting.shift() : undefined
    if (next) return next.seated(lease)
    await this.#leave(lease.seat)
  }

  async #leave(seat: number): Promise<void> {
    const { channel, accountId, lane } = this.#bench
    await this.#db
      .deleteFrom('channelSeats')
      .where('channel', '=', channel)
      .where('accountId', '=', accountId)
      .where('lane', '=', lane)
      .where('seat', '=', seat)
      .where('holder', '=', this.#holder)
      .execute()
  }
}

/** @returns a seat that was free, or whose holder has been silent for too long */
async function take(db: Kysely<DB>, bench: Bench, holder: string): Promise<number | undefined> {
  const { channel, accountId, lane } = bench
  const { rows } = await sql<{ seat: number }>`
    insert into channel_seats as mine (channel, account_id, lane, seat, holder, held_until)
    select ${channel}, ${accountId}::bigint, ${lane}, seat, ${holder}::uuid, clock_timestamp() + make_interval(secs => ${HELD_SECONDS})
    from generate_series(0, ${bench.seats - 1}::int) seat
    where not exists (select from channel_seats s where s.channel = ${channel} and s.account_id = ${accountId} and s.lane = ${lane}
      and s.seat = seat.seat and s.held_until > clock_timestamp())
    order by random() limit 1
    on conflict (channel, account_id, lane, seat) do update set holder = excluded.holder, held_until = excluded.held_until
      where mine.held_until <= clock_timestamp()
    returning seat`.execute(db)
  return rows[0]?.seat
}
