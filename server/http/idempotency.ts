import { createHash } from 'node:crypto'
import type { Endpoint } from '#contract/endpoint.ts'
import { AppError } from '../errors.ts'
import type { Caller } from './route.ts'

type Answer = { success: boolean; data: unknown; message: string }

/**
 * Carries a write out once per `Idempotency-Key`: a repeat gets the first answer.
 * A first try that failed frees the key, so that it may be tried again.
 * @throws idempotency_conflict when the key was used for another request, or the first is still running
 */
export async function once(caller: Caller, endpoint: Endpoint, run: () => Promise<Answer>): Promise<Answer> {
  const { services, session, request } = caller
  const key = request.headers['idempotency-key']
  if (typeof key !== 'string' || key === '' || !session) return run()
  if (key.length > 200) throw new AppError('bad_request', 'An Idempotency-Key has at most 200 characters.')
  const db = services.database.system
  const organizationId = session.organizationId ?? 0
  const hash = createHash('sha256').update(`${endpoint.method} ${request.url}\n${JSON.stringify(request.body ?? null)}`).digest()
  const mine = await db.insertInto('idempotencyKeys').values({ organizationId, userId: session.userId, key, requestHash: hash })
    .onConflict((c) => c.doNothing()).returning('key').executeTakeFirst()
  const row = () => db.selectFrom('idempotencyKeys').where('organizationId', '=', organizationId).where('userId', '=', session.userId).where('key', '=', key)
  if (!mine) {
    const first = await row().select(['requestHash', 'reply']).executeTakeFirst()
    if (!first?.reply || !first.requestHash.equals(hash)) throw new AppError('idempotency_conflict')
    return first.reply as unknown as Answer
  }
  const keep = db.updateTable('idempotencyKeys').where('organizationId', '=', organizationId).where('userId', '=', session.userId).where('key', '=', key)
  try {
    const answer = await run()
    await keep.set({ status: 200, reply: JSON.stringify(answer) }).execute()
    return answer
  } catch (error) {
    await db.deleteFrom('idempotencyKeys').where('organizationId', '=', organizationId).where('userId', '=', session.userId).where('key', '=', key).execute()
    throw error
  }
}
