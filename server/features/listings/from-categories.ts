import { builtDescription } from '#contract/channels/all.ts'
import type { CategoryAttribute } from '#contract/channels/shapes/ebay.ts'
import type { ChannelId } from '#contract/channels/ids.ts'
import { type Ctx, inTransaction } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { type Asked as AskedOf, lookup } from '../integrations/lookups.ts'
import { mustBeConnected } from '../integrations/service.ts'
import { make } from '../templates/making.ts'
import { saveTemplates } from './service.ts'

interface Asked {
  name: string
  categoryIds: string[]
  integrationId?: number | undefined
}

/**
 * Makes a template with the attributes that a channel's categories ask for; it lists in these categories.
 * @throws template_taken, integration_missing, integration_unauthenticated, channel_refused, channel_unavailable
 */
export async function fromCategories(ctx: Ctx, channel: ChannelId, { name, categoryIds, integrationId }: Asked) {
  const field = builtDescription(channel)?.fields.find(({ kind }) => kind === 'category')
  if (!field) throw new AppError('unsupported')
  const account = await mustBeConnected(ctx, channel, integrationId)
  const query = { categoryIds: categoryIds.join(','), integrationId: account.id }
  // Asked before the transaction: the channel may take its time.
  const attributes = (await lookup(
    ctx,
    channel,
    'templateAttributes',
    query as unknown as AskedOf,
  )) as CategoryAttribute[]
  return inTransaction(ctx, async (ctx) => {
    const id = await make(ctx, name, { attributes })
    await saveTemplates(ctx, [
      {
        templateId: id,
        channel,
        integrationId: account.id,
        schemas: [{ id: 'default', name: 'Default', details: '', [field.name]: query.categoryIds }],
      },
    ])
    return { id }
  })
}
