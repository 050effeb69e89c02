import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Endpoint } from '#contract/endpoint.ts'
import type { Services } from '../context.ts'
import { AppError } from '../errors.ts'
import type { Caller } from './route.ts'

type Answer = { success: boolean; data: unknown; message: string }

/** A first try that has not answered for so long died with its process. Longer than any request lasts. */
const LOST_SECONDS = 300

/**
 * Carries a write of an organization out once per `Idempotency-Key`: a repeat gets the first answer.
 * A first try that failed frees the key, so that it may be tried again. Answers about the session itself are never stored:
 * they may contain a token that signs somebody in.
 * @throws idempotency_conflict when the key was used for another request, or the first is still running
 */
export async function once(caller: Caller, endpoint: Endpoint, run: () => Promise<Answer>): Promise<Answer> {
  const { services, session, request } = caller
  const key = request.headers['idempotency-key']
  if (
    typeof key !== 'string' ||
    key === '' ||
    !session?.organizationId ||
    endpoint.needs === 'public' ||
    endpoint.needs === 'session'
  )
    return run()
  if (key.length > 200) throw new AppError('bad_request', 'An Idempotency-Key has at most 200 characters.')
  const db = services.database.system
  const { organizationId, userId } = session
  const hash = createHash('sha256')
    .update(`${endpoint.method} ${request.url}\n${JSON.stringify(request.body ?? null)}`)
    .digest()
  const mine = await db
    .insertInto('idempotencyKeys')
    .values({ organizationId, userId, key, requestHash: hash })
    .onConflict((c) =>
      c
        .columns(['organizationId', 'userId', 'key'])
        .doUpdateSet({ requestHash: hash, createdAt: sql<Date>`now()` })
        .where('idempotencyKeys.reply', 'is', null)
        .where('idempotencyKeys.createdAt', '<', sql<Date>`now() - make_interval(secs => ${LOST_SECONDS})`),
    )
    .returning('key')
    .executeTakeFirst()
  if (!mine) {
    const first = await db
      .selectFrom('idempotencyKeys')
      .select(['requestHash', 'reply'])
      .where('organizationId', '=', organizationId)
      .where('userId', '=', userId)
      .where('key', '=', key)
      .executeTakeFirst()
    if (first && !first.requestHash.equals(hash)) throw new AppError('idempotency_conflict')
    if (!first?.reply) throw new AppError('idempotency_conflict', 'This request is still being carried out.')
    return first.reply as unknown as Answer
  }
  try {
    const answer = await run()
    await db
      .updateTable('idempotencyKeys')
      .set({ status: 200, reply: JSON.stringify(answer) })
      .where('organizationId', '=', organizationId)
      .where('userId', '=', userId)
      .where('key', '=', key)
      .execute()
    return answer
  } catch (error) {
    await db
      .deleteFrom('idempotencyKeys')
      .where('organizationId', '=', organizationId)
      .where('userId', '=', userId)
      .where('key', '=', key)
      .execute()
    throw error
  }
}

/** Deletes the answers that are kept for repeats of requests older than this. */
export const forgetKeys = ({ database }: Services, before: Date) =>
  database.system.deleteFrom('idempotencyKeys').where('createdAt', '<', before).execute()
