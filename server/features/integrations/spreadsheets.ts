import { ChannelError } from '#channels/channel.ts'
import { type ConfiguredSpreadsheet, csvReplies, CsvSettings } from '#contract/channels/shapes/csv.ts'
import { csv } from '#contract/channels/csv.ts'
import type { Ctx } from '../../context.ts'
import { audit } from '../audit.ts'
import { type Connected, toAppError, withConnection } from './connections/connections.ts'
import { mustBeConnected, saveSettings } from './service.ts'

const { id: channel } = csv

/** Asks about spreadsheets as the seller says they are used; '' of none is all there are, so none is not asked about. */
async function readNow(
  { channel: adapter, connection }: Connected,
  spreadsheets: readonly ConfiguredSpreadsheet[],
): Promise<ConfiguredSpreadsheet[]> {
  if (spreadsheets.length === 0) return []
  const settings = { ...CsvSettings.parse(connection.settings), spreadsheets }
  const spreadsheetIds = spreadsheets.map(({ spreadsheetId }) => spreadsheetId).join(',')
  return csvReplies.sheets.parse(await adapter.lookups['sheets']?.({ ...connection, settings }, { spreadsheetIds }))
}

/**
 * Keeps which spreadsheets are used and which rows name their columns (CHN-121), with the headers that they have now.
 * @throws integration_missing, integration_unauthenticated, invalid_input, channel_refused, channel_unavailable
 */
export async function updateConfig(
  ctx: Ctx,
  { config, integrationId }: { config: { spreadsheets: ConfiguredSpreadsheet[] }; integrationId?: number | undefined },
): Promise<void> {
  const { id } = await mustBeConnected(ctx, channel, integrationId)
  const key = { organizationId: ctx.organizationId, integrationId: id }
  try {
    const spreadsheets = await withConnection(ctx.services, key, (c) => readNow(c, config.spreadsheets))
    await saveSettings(ctx, channel, { spreadsheets }, id)
  } catch (error) {
    throw toAppError(error)
  }
}

const blank = (spreadsheetId: string, title: string): ConfiguredSpreadsheet => ({
  spreadsheetId,
  title,
  url: '',
  sheets: [],
})

/** Makes a spreadsheet at Google and adds it to those that are used (CHN-119). @throws as `updateConfig` */
export async function createSpreadsheet(
  ctx: Ctx,
  { title, integrationId }: { title: string; integrationId?: number | undefined },
): Promise<{ id: string }> {
  const { id } = await mustBeConnected(ctx, channel, integrationId)
  const key = { organizationId: ctx.organizationId, integrationId: id }
  try {
    const made = await withConnection(ctx.services, key, async (c) => {
      const spreadsheetId = await c.channel.make?.(c.connection, 'spreadsheets', { title })
      if (!spreadsheetId) throw new ChannelError('unavailable', 'Google Sheets did not say what it made.')
      return readNow(c, [blank(spreadsheetId, title)])
    })
    const now = CsvSettings.parse((await mustBeConnected(ctx, channel, id)).settings)
    const [first] = made
    await audit(ctx, { entity: 'integration', entityId: id, action: 'made', new: { spreadsheet: title } })
    await saveSettings(ctx, channel, { spreadsheets: [...now.spreadsheets, ...made] }, id)
    return { id: first?.spreadsheetId ?? '' }
  } catch (error) {
    throw toAppError(error)
  }
}
