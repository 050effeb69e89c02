import { channelNames } from '#contract/channels/ids.ts'
import type { HandlerInput } from '#contract/endpoint.ts'
import type { importFound as endpoint } from '#contract/imports.ts'
import { type Ctx, inTransaction } from '../../context.ts'
import { markForImport } from '../adopting/making.ts'
import { mustOwn } from '../integrations/service.ts'
import * as queries from './queries.ts'
import { type ImportReply, get, mustBeTemplate, queue } from './service.ts'

/**
 * Makes products of listings that stand on a channel: what they say becomes the file of an import, which is read, planned, applied and
 * undone like any other. What it makes is linked to its listing.
 * @throws not_found, invalid_input
 */
export const importFound = (
  ctx: Ctx,
  integrationId: number,
  { which, template, updateExisting }: HandlerInput<typeof endpoint>['body'],
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
    await queries.update(ctx, id, { encoding: 'utf-8', mapping: JSON.stringify(mapping) })
    await queue(ctx, 'imports.read', id)
    return get(ctx, id)
  })
