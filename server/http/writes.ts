import type { Kysely } from 'kysely'
import { REQUEST_STATEMENT_MS, inSystem, inTransaction } from '../context.ts'
import { CommitLost, isAway } from '../db/connection/away.ts'
import { onTheirWay } from '../db/connection/pipelined.ts'
import { translate } from '../db/constraints.ts'
import type { DB } from '../db/types.ts'
import { AppError } from '../errors.ts'
import { heldEvents } from '../events.ts'
import {
  type Kept,
  type WriteKey,
  alone,
  begin,
  claim,
  fingerprintOf,
  free,
  isKnown,
  isRepeated,
  keep,
  leftBy,
  lock,
  receiptOf,
} from './idempotency.ts'
import { places } from './places.ts'
import type { Caller } from './caller.ts'

export interface Answer {
  success: boolean
  data: unknown
  message: string
}

/** Files of a form that were stored before anything else of their write. */
export interface Taken {
  /** Of the files and fields. */
  digest: Buffer
  /** What is handed to `save`. */
  value: unknown
  /** Removes what was stored, where nothing came of the write. */
  drop(): Promise<void>
}

/**
 * Does a next part of the work in a transaction of its own, from what the last part left. Of two requests with one key that do so at once, the
 * second goes on from where the first is.
 * @returns what is left now
 */
export type GoOn = (work: (caller: Caller, left: unknown) => Promise<unknown>) => Promise<unknown>

interface Turn {
  /** Names the request when it is sent again; '' where it cannot be. */
  request: string
  /** Does the last part of work in the transaction that says it is done. */
  mark<T>(work: (caller: Caller) => Promise<T>): Promise<T>
  /** What came of the parts that earlier tries of the request have done, by name. */
  parts: Readonly<Record<string, unknown>>
  /** Does a part of the work in the transaction that keeps what came of it. */
  part<T>(name: string, work: (caller: Caller) => Promise<T>): Promise<T>
}

/** How a write is carried out. */
export interface Steps {
  /** Stores the files of a form. They are seen by nobody before `save`. @param store false only reads them, for their hash */
  take?(caller: Caller, input: unknown, store: boolean): Promise<Taken>
  /** Work outside the database that `save` needs, such as a channel's answer. A crash after it makes a repeat do it again. */
  prepare?(caller: Caller, input: unknown): Promise<unknown>
  /** The work, in one transaction with its key and what it leaves. Runs again after a deadlock. */
  save?(caller: Caller, input: unknown, prepared: unknown): Promise<unknown>
  /**
   * Instead of `save`: work that asks somebody outside in between, and keeps its own steps. Of two requests with one key, one does it at a time.
   * What it does last, it does by `turn.mark`: that is saved together with the fact that it is done. After a crash before that a repeat does all of
   * it again.
   */
  act?(caller: Caller, input: unknown, turn: Turn): Promise<unknown>
  /** Goes on after the commit, and makes the answer from what `save` left. A repeat does so again. */
  finish?(caller: Caller, left: unknown, input: unknown, goOn: GoOn): Promise<unknown>
  /** The answer where `save` left nothing to do, so that it is saved with the work. @returns undefined where `finish` makes it */
  whole?(left: unknown, input: unknown): unknown
  /** Told after the commit. */
  after?(input: unknown): void
}

export interface Write {
  caller: Caller
  /** Whose rows it writes: those of the caller's organization, or of the installation. */
  of: 'organization' | 'installation'
  key: Omit<WriteKey, 'fingerprint'> | undefined
  steps: Steps
  input: unknown
  /** What counts of the request beside its address, when it is sent again. */
  body: unknown
  isForm: boolean
  answer(data: unknown): Answer
}

const NOT_SAVED = 'Motto can’t reach its database. Nothing was saved. Try again in a moment.'
const UNKNOWN = 'We don’t know whether this was saved. Check before you try again.'

/** Each holds a connection while it waits for somebody outside. */
const MOST_PREPARING = 4
const preparing = places(MOST_PREPARING)

/**
 * Carries out a write. It has three outcomes: saved, with an answer; not saved, with any other error; or `outcome_unknown`.
 * With a key, the key, the work and the answer are saved together: a repeat gets the first answer.
 */
export async function carryOut(write: Write): Promise<Answer> {
  if (write.steps.take) return takeAndCarryOut(write, write.steps.take)
  const { method, url } = write.caller.request
  const key = write.key && {
    ...write.key,
    fingerprint: fingerprintOf({ method, url, body: write.body }, write.isForm),
  }
  return answerOf(write, key, await save(write, key, undefined))
}

/** Files are known by their hash only once they have arrived: they are stored first, unless an earlier request has left its answer. */
async function takeAndCarryOut(write: Write, take: NonNullable<Steps['take']>): Promise<Answer> {
  const { caller, input } = write
  const known = write.key !== undefined && (await isKnown(caller.services, write.key))
  const files = await take(caller, input, !known)
  const key = write.key && { ...write.key, fingerprint: fingerprintOf(addressed(write, files), true) }
  const drop = () =>
    files
      .drop()
      .catch((error: unknown) => caller.services.log.warn({ err: error }, 'A file that nobody needs was not removed.'))
  const saved = await save(write, key, files.value).catch(async (error: unknown) => {
    if (!(error instanceof AppError && error.code === 'outcome_unknown')) await drop()
    throw error
  })
  if (saved.isRepeat) await drop()
  return answerOf(write, key, saved)
}
const addressed = ({ caller: { request } }: Write, { digest }: Taken) => ({
  method: request.method,
  url: request.url,
  body: digest,
})

/** What work left; nothing while it is still to be done. */
interface Receipt {
  left?: unknown
  /** What came of the parts of it that are done. */
  parts?: Record<string, unknown>
}
interface Left extends Kept {
  isRepeat: boolean
}

/** Whether the answer is made after the commit. */
const isLater = ({ act, finish }: Steps) => act !== undefined || finish !== undefined

async function save(write: Write, key: WriteKey | undefined, files: unknown): Promise<Left> {
  const { caller, steps, input } = write
  if (!steps.prepare) return transact(write, key, async () => files)
  const prepare = once(() => steps.prepare?.(caller, input))
  if (key) return preparing(() => transact(write, key, prepare))
  await prepare()
  return transact(write, key, prepare)
}

function once<T>(work: () => Promise<T> | undefined): () => Promise<T | undefined> {
  let running: Promise<T> | undefined
  return async () => (running ??= work())
}

async function transact(write: Write, key: WriteKey | undefined, prepared: () => Promise<unknown>): Promise<Left> {
  const { caller, steps, input } = write
  const events = heldEvents(caller.services.events)
  /** Sent before the commit, answered right before it. */
  let keeping: Promise<void> = Promise.resolve()
  const work = async (inner: Caller, db: Kysely<DB>): Promise<Left> => {
    events.drop()
    const left = await saveBehind(write, key && begin(db, key), async () =>
      steps.save?.(inner, input, await prepared()),
    )
    const outcome = outcomeOf(write, left)
    if (key) {
      keeping = keep(db, key, outcome)
      keeping.catch(() => undefined)
      await onTheirWay()
    }
    return { ...outcome, isRepeat: false }
  }
  try {
    const left = await inOne(write, (inner, db) => work({ ...inner, services: { ...inner.services, events } }, db))
    await keeping
    events.send()
    steps.after?.(input)
    return left
  } catch (error) {
    if (isRepeated(error) && key) {
      const earlier = await leftBy(caller.services, key)
      return earlier ? { ...earlier, isRepeat: true } : transact(write, key, prepared)
    }
    if (!(error instanceof CommitLost)) throw notSaved(await causeOf(error, keeping))
    const outcome = await lookUp(write, key, error)
    events.send()
    steps.after?.(input)
    return outcome
  }
}

/** What is kept of work that is done in its transaction. */
function outcomeOf({ steps, input, answer }: Write, left: unknown): Kept {
  const done = isLater(steps) ? steps.whole?.(left, input) : left
  if (!isLater(steps) || done !== undefined) return { receipt: undefined, reply: answer(done) }
  return { receipt: steps.act ? {} : { left }, reply: undefined }
}

/** The commit of a transaction whose last statement failed tells only that it was undone. */
const causeOf = (error: unknown, last: Promise<void>): Promise<unknown> =>
  last.then(
    () => error,
    (cause: unknown) => cause,
  )

/**
 * Does the work of a write behind the claim of its key. Work of an organization is all in its transaction, so its statements do not wait for the claim to be
 * answered; the database refuses them where the key is known.
 */
async function saveBehind<T>(
  { of, steps }: Write,
  claimed: Promise<void> | undefined,
  work: () => Promise<T>,
): Promise<T> {
  if (of === 'installation' || steps.prepare) await claimed
  const [claim, saved] = await Promise.allSettled([claimed, work()])
  if (claim.status === 'rejected') throw claim.reason
  if (saved.status === 'rejected') throw saved.reason
  return saved.value
}

/** Runs `work` in one transaction of the organization, or of the installation. */
const inOne = <T>({ caller, of }: Write, work: (inner: Caller, db: Kysely<DB>) => Promise<T>): Promise<T> => {
  const { services, session } = caller
  if (of === 'installation')
    return inSystem(services, (db) =>
      work({ ...caller, services: { ...services, database: { ...services.database, system: db } } }, db),
    )
  const db = services.database.forOrganization(session?.organizationId ?? 0, REQUEST_STATEMENT_MS, session?.accounts)
  return inTransaction({ db }, ({ db }) => work({ ...caller, db }, db))
}

/** What an interrupted commit came to: the key tells. @throws outcome_unknown while the database does not answer */
async function lookUp(write: Write, key: WriteKey | undefined, lost: CommitLost): Promise<Left> {
  if (!key) throw new AppError('outcome_unknown', UNKNOWN, { cause: lost })
  const outcome = await inOne(write, async (_, db) => {
    const earlier = await claim(db, key)
    // Undoes the claim: whoever sends the request again makes it their own.
    if (!earlier) throw new NotSaved(NOT_SAVED, { cause: lost })
    return earlier
  }).catch((error: unknown) => {
    if (error instanceof NotSaved)
      throw new AppError('unavailable', error.message, { cause: lost, retryAfterSeconds: 1 })
    throw new AppError('outcome_unknown', undefined, { cause: lost, retryAfterSeconds: 1 })
  })
  return { ...outcome, isRepeat: false }
}
class NotSaved extends Error {}

function notSaved(error: unknown): unknown {
  if (isAway(error)) return new AppError('unavailable', NOT_SAVED, { cause: error, retryAfterSeconds: 2 })
  return translate(error)
}

/** @throws what was refused, or outcome_unknown where something fails after the work was saved */
async function answerOf(write: Write, key: WriteKey | undefined, { receipt, reply }: Kept): Promise<Answer> {
  const { services } = write.caller
  if (reply) return reply as Answer
  // A request of the release before, which keeps its answer in a statement of its own.
  if (!receipt) throw new AppError('request_running')
  const data = await afterwards(write, key, receipt as Receipt).catch((error: unknown) => {
    const known = translate(error)
    if (known instanceof AppError) throw known
    throw new AppError('outcome_unknown', key ? undefined : UNKNOWN, { cause: error, retryAfterSeconds: 1 })
  })
  const answer = write.answer(data)
  if (key)
    await keep(services.database.apart, key, { reply: answer }).catch((error: unknown) =>
      services.log.warn({ err: error }, 'The answer of a write was not kept. A repeat makes it again.'),
    )
  return answer
}

async function afterwards(write: Write, key: WriteKey | undefined, receipt: Receipt): Promise<unknown> {
  const { caller, steps, input } = write
  const left = steps.act && !('left' in receipt) ? await act(write, key, steps.act) : receipt.left
  return steps.finish ? steps.finish(caller, left, input, going(write, key, left)) : left
}

function going(write: Write, key: WriteKey | undefined, begun: unknown): GoOn {
  let last = begun
  return (work) =>
    inOne(write, async (inner, db) => {
      const { left: now } = key ? ((await lock(db, key)) as Receipt) : { left: last }
      const left = await work(inner, now)
      if (key) await keep(db, key, { receipt: { left } })
      return left
    }).then((left) => (last = left))
}

/** Only one at a time does the work of a key. A refusal frees the key, unless a part of the work is saved. */
async function act(write: Write, key: WriteKey | undefined, work: NonNullable<Steps['act']>): Promise<unknown> {
  const { caller, input } = write
  if (!key) {
    const inTurn = <T>(last: (inner: Caller) => Promise<T>) => inOne(write, last)
    return work(caller, input, { request: '', mark: inTurn, parts: {}, part: (_, some) => inTurn(some) })
  }
  const { services } = caller
  const mark = <T>(last: (inner: Caller) => Promise<T>) =>
    inOne(write, async (inner, db) => {
      const done = await last(inner)
      await keep(db, key, { receipt: { left: null } })
      return done
    })
  const part = <T>(name: string, some: (inner: Caller) => Promise<T>) =>
    inOne(write, async (inner, db) => {
      const outcome = await some(inner)
      const { parts } = (await lock(db, key)) as Receipt
      await keep(db, key, { receipt: { parts: { ...parts, [name]: outcome } } })
      return outcome
    })
  return preparing(() =>
    alone(services, key, async () => {
      const receipt: Receipt = await receiptOf(services, key)
      if ('left' in receipt) return receipt.left
      const left = await work(caller, input, { request: key.key, mark, parts: receipt.parts ?? {}, part })
      await keep(services.database.apart, key, { receipt: { left } })
      return left
    }),
  ).catch(async (error: unknown) => {
    if (error instanceof AppError && error.code !== 'request_running') await free(services, key)
    throw error
  })
}
