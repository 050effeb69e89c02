import { createHash, type Hash } from 'node:crypto'
import { type ExpressionBuilder, type Kysely, sql } from 'kysely'
import type { Services } from '../context.ts'
import type { DB } from '../db/types.ts'
import { AppError } from '../errors.ts'

/** What a write is known by when it is sent again. */
export interface WriteKey {
  /** 0 where no organization is chosen. */
  organizationId: number
  userId: number
  key: string
  /** Of the whole request: method, address, body and files. */
  fingerprint: Buffer
}

/** What a write with this key left. Without a reply its work is saved, and its answer is made from the receipt. */
export interface Kept {
  receipt: unknown
  reply: unknown
}

interface Row {
  mine: boolean
  requestHash: Buffer
  receipt: unknown
  reply: unknown
}

const MOST_CHARS = 200
/** How long a repeat waits for the first request: longer than nearly all take. */
const WAIT_MS = 3000
/** PostgreSQL gave up waiting for a lock. */
const LOCK_NOT_AVAILABLE = '55P03'

/** @throws bad_request for a key that is too long */
export function readKey(header: unknown): string | undefined {
  if (typeof header !== 'string' || header === '') return undefined
  if (header.length > MOST_CHARS)
    throw new AppError('bad_request', `An Idempotency-Key can have up to ${MOST_CHARS} characters.`)
  return header
}

/** The hash of a request. Two requests are the same when method, address, body and files are. @param body as JSON, or the parts of a form */
export function fingerprintOf({ method, url, body }: { method: string; url: string; body: unknown }, isForm: boolean) {
  const hash = createHash('sha256').update(`${method} ${url}\n`)
  if (isForm) hashPart(hash, body)
  else hash.update(JSON.stringify(body ?? null))
  return hash.digest()
}

/** Files count by their bytes; all else as JSON says it. */
function hashPart(hash: Hash, part: unknown): void {
  if (part instanceof Uint8Array) hash.update(`bytes ${part.length}\n`).update(part)
  else if (typeof part === 'object' && part !== null) {
    hash.update(`parts ${Object.keys(part).length}\n`)
    for (const [name, inner] of Object.entries(part)) {
      hash.update(`${JSON.stringify(name)}:`)
      hashPart(hash, inner)
    }
  } else hash.update(`${JSON.stringify(part) ?? 'nothing'}\n`)
}

/**
 * Claims a key in the transaction of `db`, until it ends. Where another transaction holds the key, waits until that one is committed or gone.
 * @returns what an earlier request with this key left; undefined where this one is the first
 * @throws idempotency_conflict when that was another request, request_running when it lasts too long
 */
export async function claim(db: Kysely<DB>, key: WriteKey, waitMs = WAIT_MS): Promise<Kept | undefined> {
  const { rows } = await sql<Row>`
    select * from claim_write(${key.organizationId}, ${key.userId}, ${key.key}, ${key.fingerprint}, ${waitMs}::int)`
    .execute(db)
    .catch(throwRunning)
  const [row] = rows
  if (!row) throw new AppError('request_running')
  return row.mine ? undefined : read(row, key)
}

/** An earlier request with the key of a write has left something: nothing was done again. */
const KNOWN = 'MK001'
export const isRepeated = (error: unknown): boolean => (error as { code?: unknown }).code === KNOWN

/**
 * Claims a key as `claim` does. Statements may travel behind it before it is answered: where the key is known, the database refuses them, and the transaction ends.
 * @throws an error that `isRepeated`, request_running when an earlier request lasts too long
 */
export const begin = async (db: Kysely<DB>, key: WriteKey): Promise<void> =>
  void (await sql`
    select begin_write(${key.organizationId}, ${key.userId}, ${key.key}, ${key.fingerprint}, ${WAIT_MS}::int)`
    .execute(db)
    .catch(throwRunning))

/** What an earlier request with this key left; undefined where it is gone since. @throws idempotency_conflict */
export async function leftBy({ database }: Services, key: WriteKey): Promise<Kept | undefined> {
  const row = await database.apart
    .selectFrom('idempotencyKeys')
    .select(['requestHash', 'receipt', 'reply'])
    .where(sameAs(key))
    .executeTakeFirst()
  return row && read(row, key)
}

function throwRunning(error: unknown): never {
  if ((error as { code?: unknown }).code !== LOCK_NOT_AVAILABLE) throw error
  throw new AppError('request_running', undefined, { cause: error, retryAfterSeconds: 1 })
}

/** Whether an earlier request with this key has left something, by what is committed. */
export const isKnown = async ({ database }: Services, key: Omit<WriteKey, 'fingerprint'>): Promise<boolean> =>
  (await database.apart.selectFrom('idempotencyKeys').select('key').where(sameAs(key)).executeTakeFirst()) !== undefined

/** @throws idempotency_conflict */
function read({ requestHash, receipt, reply }: Omit<Row, 'mine'>, { fingerprint }: WriteKey): Kept {
  if (!requestHash.equals(fingerprint)) throw new AppError('idempotency_conflict')
  return { receipt, reply }
}

/** Keeps what a write left: in its own transaction, or later what its receipt led to. */
export const keep = async (
  db: Kysely<DB>,
  { organizationId, userId, key }: WriteKey,
  { receipt, reply }: Partial<Kept>,
): Promise<void> =>
  void (await sql`
    select keep_write(${organizationId}, ${userId}, ${key}, ${asJson(receipt)}::json, ${asJson(reply)}::json)`.execute(
    db,
  ))

/** The receipt as it is now; it stays so until the transaction of `db` ends. @throws request_running when another transaction holds it too long */
export async function lock(db: Kysely<DB>, { organizationId, userId, key }: WriteKey): Promise<unknown> {
  const { rows } = await sql<{ receipt: unknown }>`
    select lock_write(${organizationId}, ${userId}, ${key}) as receipt`
    .execute(db)
    .catch(throwRunning)
  const receipt = rows[0]?.receipt
  // A refusal has freed the key meanwhile.
  if (!receipt) throw new AppError('request_running')
  return receipt
}

/** Does work that no other request with this key does meanwhile. @throws request_running when another does so too long */
export const alone = <T>({ database }: Services, { organizationId, userId, key }: WriteKey, work: () => Promise<T>) =>
  database.system.transaction().execute(async (db) => {
    const name = `write:${organizationId}:${userId}:${key}`
    await sql`select set_config('lock_timeout', ${String(WAIT_MS)}, true)`.execute(db)
    await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(db).catch(throwRunning)
    return work()
  })

const sameAs =
  ({ organizationId, userId, key }: Omit<WriteKey, 'fingerprint'>) =>
  ({ and }: ExpressionBuilder<DB, 'idempotencyKeys'>) =>
    and({ organizationId, userId, key })

/** What is committed of a key. @throws request_running when a refusal has freed it */
export async function receiptOf({ database }: Services, key: WriteKey): Promise<object> {
  const row = await database.apart.selectFrom('idempotencyKeys').select('receipt').where(sameAs(key)).executeTakeFirst()
  if (!row?.receipt) throw new AppError('request_running')
  return row.receipt
}

/** Frees the key of a write that came to nothing. */
export const free = ({ database }: Services, key: WriteKey) =>
  database.apart
    .deleteFrom('idempotencyKeys')
    .where(sameAs(key))
    .where('reply', 'is', null)
    .where(sql<boolean>`receipt->'left' is null and receipt->'parts' is null`)
    .execute()

const asJson = (value: unknown): string | null => (value === undefined ? null : JSON.stringify(value))

/** Deletes the answers that are kept for repeats of requests older than this. */
export const forgetKeys = ({ database }: Services, before: Date) =>
  database.system.deleteFrom('idempotencyKeys').where('createdAt', '<', before).execute()
