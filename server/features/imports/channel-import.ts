import { type ChannelId, channelNames } from '#contract/channels/ids.ts'
import type { HandlerInput } from '#contract/endpoint.ts'
import type { bulkImport as bulkEndpoint, importFound as endpoint } from '#contract/imports.ts'
import { type Ctx, inTransaction } from '../../context.ts'
import type { AskedReading } from '../../db/tables/imports.ts'
import { areAllFound, foundBy, markForImport } from '../adopting/making.ts'
import { read as scan } from '../adopting/service.ts'
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
 * undone like any other. What it makes is linked to its listing. Where the last scan does not say all that is needed, the channel is scanned first.
 * @throws not_found, invalid_input, integration_unauthenticated
 */
export const importFound = (ctx: Ctx, integrationId: number, { which, ...like }: Wanted): Promise<ImportReply> =>
  inTransaction(ctx, async (ctx) => {
    const { id } = await begin(ctx, integrationId, like)
    const isComplete = await markForImport(ctx, integrationId, { which, importId: id, linked: like.updateExisting })
    if (!isComplete) await scanFirst(ctx, integrationId, id, { skus: [], ids: [] })
    await queue(ctx, 'imports.read', id)
    return get(ctx, id)
  })

/** The same for listings by their SKUs or the channel's ids, at once (IMP-156). Those that no scan has found yet are scanned for. @throws not_found, integration_missing, integration_unauthenticated */
export const bulkImport = (
  ctx: Ctx,
  channel: ChannelId,
  { skus, ids, template, updateExistingProducts, integrationId }: HandlerInput<typeof bulkEndpoint>['body'],
): Promise<ImportReply> =>
  inTransaction(ctx, async (ctx) => {
    const account = await mustHave(ctx, channel, integrationId)
    const like = { template, updateExisting: updateExistingProducts, oneGo: true }
    if (await areAllFound(ctx, account.id, { skus, ids }))
      return importFound(ctx, account.id, { which: { ids: await foundBy(ctx, account.id, { skus, ids }) }, ...like })
    const { id } = await begin(ctx, account.id, like)
    await scanFirst(ctx, account.id, id, { skus, ids })
    await queue(ctx, 'imports.read', id)
    return get(ctx, id)
  })

async function begin(
  ctx: Ctx,
  integrationId: number,
  { template, updateExisting, oneGo = false }: Omit<Wanted, 'which'>,
): Promise<{ id: number }> {
  const { channel } = await mustOwn(ctx, integrationId)
  if (template !== null) await mustBeTemplate(ctx, template)
  const { id } = await queries.insert(ctx, {
    kind: 'products',
    fileName: `${channelNames[channel]} listings`,
    integrationId,
    channel,
  })
  const mapping = {
    template,
    updateExisting,
    ...(template === null ? { createTemplates: true, addAttributes: true } : {}),
  }
  await queries.update(ctx, id, { encoding: 'utf-8', mapping: JSON.stringify(mapping), oneGo })
  return { id }
}

/** The import is read once the scan is over. */
async function scanFirst(ctx: Ctx, integrationId: number, id: number, names: AskedReading['scan']): Promise<void> {
  await queries.update(ctx, id, { asked: JSON.stringify({ scan: names }) })
  await scan(ctx, integrationId)
}
