import { type ChannelId, channelNames } from '#contract/channels/ids.ts'
import type { HandlerInput } from '#contract/endpoint.ts'
import type { bulkImport as bulkEndpoint, importFound as endpoint } from '#contract/imports.ts'
import { type Ctx, inTransaction } from '../../context.ts'
import { invalid } from '../../errors.ts'
import { foundBy, markForImport } from '../adopting/making.ts'
import { mustHave, mustOwn } from '../integrations/service.ts'
import * as queries from './queries.ts'
import { type ImportReply, get, mustBeTemplate, queue } from './service.ts'

interface Wanted {
  which: HandlerInput<typeof endpoint>['body']['which']
  template: number | null
  updateExisting: boolean
  /** Nobody looks at what it would do first. */
  oneGo?: boolean
}

/**
 * Makes products of listings that stand on a channel: what they say becomes the file of an import, which is read, planned, applied and
 * undone like any other. What it makes is linked to its listing.
 * @throws not_found, invalid_input
 */
export const importFound = (
  ctx: Ctx,
  integrationId: number,
  { which, template, updateExisting, oneGo = false }: Wanted,
): Promise<ImportReply> =>
  inTransaction(ctx, async (ctx) => {
    const { channel } = await mustOwn(ctx, integrationId)
    if (template !== null) await mustBeTemplate(ctx, template)
    const { id } = await queries.insert(ctx, {
      kind: 'products',
      fileName: `${channelNames[channel]} listings`,
      integrationId,
      channel,
    })
    await markForImport(ctx, integrationId, which, id)
    const mapping = {
      template,
      updateExisting,
      ...(template === null ? { createTemplates: true, addAttributes: true } : {}),
    }
    await queries.update(ctx, id, { encoding: 'utf-8', mapping: JSON.stringify(mapping), oneGo })
    await queue(ctx, 'imports.read', id)
    return get(ctx, id)
  })

/** The same for listings by their SKUs or the channel's ids, at once (IMP-156). @throws not_found, invalid_input, integration_missing */
export async function bulkImport(
  ctx: Ctx,
  channel: ChannelId,
  { skus, ids, template, updateExistingProducts, integrationId }: HandlerInput<typeof bulkEndpoint>['body'],
): Promise<ImportReply> {
  const { id } = await mustHave(ctx, channel, integrationId)
  const foundIds = await foundBy(ctx, id, { skus, ids })
  if (foundIds.length === 0)
    throw invalid('skus', `None of these were found on ${channelNames[channel]}. Scan your listings first.`)
  return importFound(ctx, id, {
    which: { ids: foundIds },
    template,
    updateExisting: updateExistingProducts,
    oneGo: true,
  })
}
