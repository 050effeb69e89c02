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
  categoryIds: string[]
  integrationId?: number | undefined
}

/** @throws unsupported where the channel has no categories */
function categoryField(channel: ChannelId): string {
  const field = builtDescription(channel)?.fields.find(({ kind }) => kind === 'category')
  if (!field) throw new AppError('unsupported')
  return field.name
}

/** The attributes that a channel's categories ask for. @throws integration_missing, integration_unauthenticated, channel_refused, channel_unavailable */
export async function attributesOf(
  ctx: Ctx,
  channel: ChannelId,
  { categoryIds, integrationId }: Asked,
): Promise<CategoryAttribute[]> {
  categoryField(channel)
  const account = await mustBeConnected(ctx, channel, integrationId)
  const query = { categoryIds: categoryIds.join(','), integrationId: account.id } as unknown as AskedOf
  return (await lookup(ctx, channel, 'templateAttributes', query)) as CategoryAttribute[]
}

/** Makes a template with these attributes; it lists in the categories that ask for them. @throws template_taken, integration_missing, integration_unauthenticated */
export const fromCategories = (
  ctx: Ctx,
  channel: ChannelId,
  { name, categoryIds, integrationId }: Asked & { name: string },
  attributes: CategoryAttribute[],
) =>
  inTransaction(ctx, async (ctx) => {
    const account = await mustBeConnected(ctx, channel, integrationId)
    const id = await make(ctx, name, { attributes })
    await saveTemplates(ctx, [
      {
        templateId: id,
        channel,
        integrationId: account.id,
        schemas: [{ id: 'default', name: 'Default', details: '', [categoryField(channel)]: categoryIds.join(',') }],
      },
    ])
    return { id }
  })
