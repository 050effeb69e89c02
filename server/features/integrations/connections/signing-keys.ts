import { sql } from 'kysely'
import { z } from 'zod'
import { type Channel, ChannelError } from '#channels/channel.ts'
import type { Connection, SigningKey } from '#channels/connection.ts'
import type { Services } from '../../../context.ts'
import { seal, unseal } from '../../../http/seal.ts'

const PURPOSE = 'channel-keys'
/** Another key is made so long before one ends; if that fails, the old one still serves. */
const EARLY_MS = 60 * 86_400_000
const Stored = z.object({ token: z.string(), privateKey: z.string() })

type Asking = Pick<Connection, 'http' | 'origins' | 'app'>

/**
 * The key of the operator's app for calls that a channel wants signed. The first call makes it, and one that is about to end is replaced.
 * @throws ChannelError where there is none and the channel makes none
 */
export async function signingKey(services: Services, channel: Channel, asking: Asking): Promise<SigningKey> {
  const now = services.clock.now()
  const known = await newest(services, channel, now)
  if (known && known.expiresAt.getTime() - now.getTime() > EARLY_MS) return known.key
  try {
    return await replace(services, channel, asking)
  } catch (error) {
    if (!known || !(error instanceof ChannelError)) throw error
    services.log.warn({ channel: channel.id, kind: error.kind }, 'the signing key could not be replaced')
    return known.key
  }
}

async function newest(services: Services, { id: channel }: Channel, now: Date, db = services.database.system) {
  const row = await db
    .selectFrom('channelKeys')
    .selectAll()
    .where('channel', '=', channel)
    .where('expiresAt', '>', now)
    .orderBy('expiresAt', 'desc')
    .limit(1)
    .executeTakeFirst()
  return (
    row && { expiresAt: row.expiresAt, key: Stored.parse(unseal(services, PURPOSE, rowOf(channel, row.id), row.key)) }
  )
}
const rowOf = (channel: string, id: string) => `${channel}/${id}`

/** One at a time among all processes: an app may have only so many keys. */
const replace = (services: Services, channel: Channel, asking: Asking): Promise<SigningKey> =>
  services.database.system.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended(${`signing key ${channel.id}`}, 0))`.execute(trx)
    const now = services.clock.now()
    const known = await newest(services, channel, now, trx)
    if (known && known.expiresAt.getTime() - now.getTime() > EARLY_MS) return known.key
    const made = await channel.createSigningKey?.(asking)
    if (!made) throw new ChannelError('invalid', `${channel.name} has no keys for signed calls.`)
    const { id, expiresAt, token, privateKey } = made
    const key = { token, privateKey }
    await trx
      .insertInto('channelKeys')
      .values({ channel: channel.id, id, expiresAt, key: seal(services, PURPOSE, rowOf(channel.id, id), key) })
      .execute()
    await trx.deleteFrom('channelKeys').where('channel', '=', channel.id).where('expiresAt', '<=', now).execute()
    return key
  })
