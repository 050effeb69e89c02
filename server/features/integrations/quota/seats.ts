import { createHash } from 'node:crypto'
import { hostname } from 'node:os'
import { type Kysely, sql } from 'kysely'
import { ChannelError } from '#channels/channel.ts'
import type { ChannelId } from '#contract/channels/ids.ts'
import type { Services } from '../../../context.ts'
import type { DB } from '../../../db/types.ts'

export interface Bench {
  channel: ChannelId
  /** The integration; 0: the operator's app. */
  accountId: number
  lane: string
  seats: number
}
/** A process that died and never came back keeps a seat for so long: longer than any call takes. */
const HELD_SECONDS = 30
/** A seat that could not be left, as the database was away, is left as soon as it can be. */
const LEAVE_AGAIN_MS = 200
/** A process with more to call keeps its seat for a while, then others have their turn. */
const TURN_MS = 2000
const FIRST_PAUSE_MS = 10
const LONGEST_PAUSE_MS = 150
const PATIENCE_MS = 60_000

const pause = (ms: number) => new Promise<void>((done) => setTimeout(done, ms))

interface Lease {
  seat: number
  /** When it ends, to the microsecond: whoever takes the seat after this has another end. */
  until: string
}
interface Held extends Lease {
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
        const lease = await take(this.#db, this.#bench, this.#holder)
        if (lease) {
          const next = this.#waiting.shift()
          return next ? next.seated({ ...lease, since: performance.now() }) : await this.#leave(lease)
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
    await this.#leave(lease)
  }

  /** What the call brought counts, whether or not its seat can be left at once: nobody waits for more than the first try. */
  async #leave(lease: Lease): Promise<void> {
    if (!(await this.#isLeft(lease))) this.#leaveLater(lease, performance.now() + HELD_SECONDS * 1000)
  }

  #leaveLater(lease: Lease, end: number): void {
    setTimeout(async () => {
      if (!(await this.#isLeft(lease)) && performance.now() < end) this.#leaveLater(lease, end)
    }, LEAVE_AGAIN_MS).unref()
  }

  #isLeft({ seat, until }: Lease): Promise<boolean> {
    const { channel, accountId, lane } = this.#bench
    return this.#db
      .deleteFrom('channelSeats')
      .where('channel', '=', channel)
      .where('accountId', '=', accountId)
      .where('lane', '=', lane)
      .where('seat', '=', seat)
      .where('holder', '=', this.#holder)
      .where('heldUntil', '=', sql<Date>`${until}::timestamptz`)
      .execute()
      .then(
        () => true,
        () => false,
      )
  }
}

/** Whose seats they are: the same for a process that is started again in the place of one that died. */
export function seatHolder({ config, clock }: Pick<Services, 'config' | 'clock'>): string {
  // Where the system chooses the port, no two processes are in one place.
  if (config.port === 0) return clock.uuid()
  const hex = createHash('sha256').update(`${hostname()} ${config.host} ${config.port}`).digest('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join('-')
}

/** At the start, before any call: leaves the seats of the process that was here before and died. */
export const leaveSeats = async (services: Services): Promise<void> =>
  void (await services.database.system.deleteFrom('channelSeats').where('holder', '=', seatHolder(services)).execute())

/** @returns a seat that was free, or whose holder has been silent for too long */
async function take(db: Kysely<DB>, bench: Bench, holder: string): Promise<Lease | undefined> {
  const { channel, accountId, lane } = bench
  const { rows } = await sql<Lease>`
    insert into channel_seats as mine (channel, account_id, lane, seat, holder, held_until)
    select ${channel}, ${accountId}::bigint, ${lane}, seat, ${holder}::uuid, clock_timestamp() + make_interval(secs => ${HELD_SECONDS})
    from generate_series(0, ${bench.seats - 1}::int) seat
    where not exists (select from channel_seats s where s.channel = ${channel} and s.account_id = ${accountId} and s.lane = ${lane}
      and s.seat = seat.seat and s.held_until > clock_timestamp())
    order by random() limit 1
    on conflict (channel, account_id, lane, seat) do update set holder = excluded.holder, held_until = excluded.held_until
      where mine.held_until <= clock_timestamp()
    returning seat, held_until::text as until`.execute(db)
  return rows[0]
}
