import type { Insertable } from 'kysely'
import type { ChannelId } from '#contract/channels/ids.ts'
import type { Ctx } from '../../context.ts'
import type { DB } from '../../db/types.ts'

interface Listed {
  productId: number
  templateId: number
  channel?: ChannelId
}

/** Puts a row of a listing there without asking a channel, on an integration without tokens: live, unless said otherwise. */
export async function makeListing(
  { organizationId, db }: Ctx,
  { productId, templateId, channel = 'ebay' }: Listed,
  values: Partial<Insertable<DB['listingProducts']>> = { status: 'listed', externalId: `${channel}-${productId}` },
): Promise<void> {
  const known = await db
    .selectFrom('integrations')
    .select('id')
    .where('organizationId', '=', organizationId)
    .where('channel', '=', channel)
    .executeTakeFirst()
  const { id: integrationId } =
    known ??
    (await db
      .insertInto('integrations')
      .values({ organizationId, channel, settings: '{}', tokens: null })
      .returning('id')
      .executeTakeFirstOrThrow())
  await db
    .insertInto('listingProducts')
    .values({
      organizationId,
      productId,
      templateId,
      channel,
      integrationId,
      schemaOverrides: '{}',
      ...values,
    })
    .execute()
}
