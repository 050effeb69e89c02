import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import { areas } from '#contract/all.ts'
import { type AnyEndpoint, isKeyed } from '#contract/endpoint.ts'
import type { Chance } from '#domain/testing/stock/time.ts'
import { compareSales } from '#server/features/analytics/days/rebuild.ts'
import { type Heard, type Sent, outcomeOf } from '#server/testing/history/client.ts'
import { openDesk } from '#server/testing/writes/desk.ts'
import { accounts, elsewhere, legalRequest } from '#server/testing/writes/legal.ts'
import { type Clients, answersOf } from './clients.ts'
import { eachOf, insist } from './insist.ts'
import type { Stand } from './stand.ts'

/** So many are prepared and sent at once, and fewer once each kind was sent so often: an organization of its own for each write costs as much as a hundred writes of the crowd. */
const AT_ONCE = 3
const OFTEN = 2
/** Then one goes on at this pace, so that the crowd has the processors. */
const PAUSE_MS = 2000
const SETUP_MS = 120_000
/** After the last write, its jobs go on for a while. */
const SETTLE_MS = 60_000
const LOOK_MS = 5_000
/** Kept beside the work of a write, what each account has used of a channel's calls, and what is read of it once a day, an hour later where it did not answer. */
const BESIDE = [
  'idempotency_keys',
  'rate_limits',
  'channel_quota_shares',
  'channel_rules',
  'requirement_reads',
  'requirements',
]
/** Sums, and the notes that jobs fold into them: how many rows they have depends on when that is. `compareSales` compares them with what they sum. */
const SUMS = `
  tallies tally_notes level_worth level_moves stock_days stock_notes day_columns
  listing_days unsummed_orders order_notes order_days piece_notes piece_sums piece_months
  sold_grades sold_values waiting_rates move_days stock_sums profit_days profit_marks
  value_counts value_changes
`
  .trim()
  .split(/\s+/)

/** How many rows an organization has, by table. */
type Rows = Record<string, number>

interface Walked {
  kind: string
  organizationId: number
  sent: Sent
  heard: Heard[]
}

/** Need an account of a channel that no other organization has, and the sandbox offers one. */
export const ofOneOrganization = new Set(['exchangeCode'])

const writes = Object.values(areas)
  .flatMap((area) => Object.entries(area) as [string, AnyEndpoint][])
  .filter(([name, endpoint]) => isKeyed(endpoint) && !elsewhere[name] && !ofOneOrganization.has(name))

/**
 * Every kind of keyed write of the contract, each in an organization of its own. How many rows a saved one leaves is learned before anything breaks,
 * beside one that is prepared and never sent.
 */
export class Walk {
  readonly #stand: Stand
  readonly #clients: Clients
  readonly #chance: Chance
  readonly #kinds: readonly [string, AnyEndpoint][]
  readonly #walked: Walked[] = []
  readonly #refused: string[] = []
  readonly #references = new Map<string, { saved: number[]; unsent: number }>()
  /** Kinds whose rows cannot tell whether they were saved, filled by `check`. */
  readonly indistinct = new Set<string>()
  #next = 0

  /** @param named only the kinds that have this in their name */
  constructor(stand: Stand, clients: Clients, chance: Chance, named: string) {
    this.#stand = stand
    this.#clients = clients
    this.#chance = chance
    this.#kinds = writes.filter(([name]) => name.includes(named))
  }

  get kinds(): number {
    return this.#kinds.length
  }

  /** Carries out each kind twice, and prepares it once more, while nothing breaks. */
  async learn(): Promise<void> {
    const left = [...this.#kinds]
    await this.#atOnce(async () => {
      const next = left.pop()
      if (!next) return false
      const [kind] = next
      const saved = []
      for (let n = 0; n < 2; n += 1) {
        const { organizationId, sent } = await this.#prepare(next)
        const answer = await this.#clients.once(sent)
        if (answer.status === 200) saved.push(organizationId)
        else this.#refused.push(`${kind} is refused while nothing breaks: ${answersOf([answer])}`)
      }
      this.#references.set(kind, { saved, unsent: (await this.#prepare(next)).organizationId })
      return true
    })
  }

  /** Carries out kind after kind in a random order until the time is over. */
  async run(isOver: () => boolean): Promise<void> {
    let left: (readonly [string, AnyEndpoint])[] = []
    await this.#atOnce(async (lane) => {
      if (isOver() || (lane > 0 && this.#walked.length >= OFTEN * this.#kinds.length)) return false
      if (this.#walked.length >= OFTEN * this.#kinds.length) await delay(PAUSE_MS)
      if (left.length === 0) left = [...this.#kinds]
      const [write] = left.splice(this.#chance.below(left.length), 1)
      if (!write) return false
      const { organizationId, sent } = await this.#prepare(write)
      const heard = await this.#clients.settle(write[0], sent)
      this.#walked.push({ kind: write[0], organizationId, sent, heard })
      return true
    })
  }

  /** When all is calm: repeats what was saved, waits until its jobs are done, and compares rows. @returns a sentence for each violation, with the history of its key */
  async check(): Promise<string[]> {
    const sentences = [...this.#refused]
    await eachOf(this.#walked, async ({ kind, sent, heard }) => {
      if (heard.some(({ status }) => status === 500))
        sentences.push(`${kind} ${sent.key} was answered by an internal error: ${answersOf(heard)}`)
      if (outcomeOf(heard) !== 'saved') return
      const again = await this.#clients.once(sent)
      if (again.status !== 200)
        sentences.push(
          `${kind} ${sent.key} was saved, and its repeat refused (${answersOf([again])}): ${answersOf(heard)}`,
        )
    })
    const rows = await this.#settledRows()
    for (const walked of this.#walked)
      sentences.push(...this.#compare(walked, rows), ...(await this.#wrongSums(walked)))
    return sentences
  }

  /** Of sales and of listings: levels of stock are made here without a movement, so that their sums know nothing of them. */
  async #wrongSums({ kind, organizationId, sent, heard }: Walked): Promise<string[]> {
    const wrong = await compareSales(this.#stand.beside.services.database.system, organizationId)
    const known = wrong.filter(({ kind }) => !/stock|moves/.test(kind))
    return known.map(
      (difference) =>
        `${kind} ${sent.key} left a wrong sum: ${JSON.stringify(difference)}: ${answersOf(heard)} (organization ${organizationId})`,
    )
  }

  #compare({ kind, organizationId, sent, heard }: Walked, rows: ReadonlyMap<number, Rows>): string[] {
    const reference = this.#references.get(kind)
    if (!reference) return []
    const of = (id: number | undefined) => rows.get(id ?? 0) ?? {}
    const [saved, other] = reference.saved.map(of)
    const unsent = of(reference.unsent)
    const tables = new Set([...Object.keys(saved ?? {}), ...Object.keys(unsent), ...Object.keys(of(organizationId))])
    // Where two that were saved differ, something else writes as well.
    const telling = [...tables].filter((table) => (saved?.[table] ?? 0) === (other?.[table] ?? 0))
    const differs = (from: Rows) => telling.filter((table) => (of(organizationId)[table] ?? 0) !== (from[table] ?? 0))
    const isSaved = differs(saved ?? {}).length === 0
    const isUnsent = differs(unsent).length === 0
    if (telling.every((table) => (saved?.[table] ?? 0) === (unsent[table] ?? 0))) this.indistinct.add(kind)
    const outcome = outcomeOf(heard)
    const name = `${kind} ${sent.key}`
    const history = `${answersOf(heard)} (organization ${organizationId})`
    const counts = (from: Rows) =>
      differs(from)
        .map((table) => `${table} ${of(organizationId)[table] ?? 0}, not ${from[table] ?? 0}`)
        .join('; ')
    if (isSaved || (isUnsent && outcome === 'unknown'))
      return isSaved && !isUnsent && outcome === 'not saved'
        ? [`${name} was told as not saved, and is there: ${history}`]
        : []
    if (isUnsent) return outcome === 'saved' ? [`${name} was told as saved, and is not there: ${history}`] : []
    if (outcome === 'saved') return [`${name} was saved with other rows: ${counts(saved ?? {})}: ${history}`]
    return [`${name} left a part: ${counts(unsent)}: ${history}`]
  }

  async #prepare([kind, endpoint]: readonly [string, AnyEndpoint]): Promise<Omit<Walked, 'heard'>> {
    const { beside, sandboxUrl } = this.#stand
    return insist(async () => {
      const key = `walk-${(this.#next += 1)}`
      const desk = await openDesk(beside, { url: sandboxUrl }, accounts(kind), {
        username: key,
        email: `${key}@example.com`,
      })
      const { params, query, body } = await legalRequest(kind, desk)
      const sent = { endpoint, params, query, body, key, cookie: desk.as }
      return { kind, organizationId: desk.ctx.organizationId, sent }
    }, SETUP_MS)
  }

  async #atOnce(next: (lane: number) => Promise<boolean>): Promise<void> {
    await Promise.all(
      Array.from({ length: AT_ONCE }, async (_, lane) => {
        while (await next(lane));
      }),
    )
  }

  /** Rows once they do not change any more. */
  async #settledRows(): Promise<Map<number, Rows>> {
    const end = performance.now() + SETTLE_MS
    let rows = await this.#rows()
    for (;;) {
      await delay(LOOK_MS)
      const now = await this.#rows()
      const isCalm = JSON.stringify([...rows]) === JSON.stringify([...now])
      rows = now
      if (isCalm || performance.now() > end) return rows
    }
  }

  async #rows(): Promise<Map<number, Rows>> {
    const { system } = this.#stand.beside.services.database
    const { rows: tables } = await sql<{ name: string }>`
      select c.table_name as name from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
      where c.table_schema = 'public' and c.column_name = 'organization_id' and t.table_type = 'BASE TABLE' order by 1`.execute(
      system,
    )
    const counts = new Map<number, Rows>()
    for (const { name } of tables) {
      if (BESIDE.includes(name) || SUMS.includes(name)) continue
      const { rows } = await sql<{ id: number; n: number }>`
        select organization_id as id, count(*)::int as n from ${sql.table(name)} group by 1 order by 1`.execute(system)
      for (const { id, n } of rows) counts.set(id, { ...counts.get(id), [name]: n })
    }
    return counts
  }
}
