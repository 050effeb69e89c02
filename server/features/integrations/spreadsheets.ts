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

interface Read {
  integrationId: number
  spreadsheets: ConfiguredSpreadsheet[]
}

/**
 * Reads the headers that spreadsheets have now.
 * @throws integration_missing, integration_unauthenticated, invalid_input, channel_refused, channel_unavailable
 */
export async function readConfig(
  ctx: Ctx,
  { config, integrationId }: { config: { spreadsheets: ConfiguredSpreadsheet[] }; integrationId?: number | undefined },
): Promise<Read> {
  const { id } = await mustBeConnected(ctx, channel, integrationId)
  const key = { organizationId: ctx.organizationId, integrationId: id }
  try {
    const spreadsheets = await withConnection(ctx.services, key, (c) => readNow(c, config.spreadsheets))
    return { integrationId: id, spreadsheets }
  } catch (error) {
    throw toAppError(error)
  }
}

/** Keeps which spreadsheets are used, with their headers, and which rows name their columns (CHN-121). */
export const updateConfig = (ctx: Ctx, { integrationId, spreadsheets }: Read) =>
  saveSettings(ctx, channel, { spreadsheets }, integrationId)

const blank = (spreadsheetId: string, title: string): ConfiguredSpreadsheet => ({
  spreadsheetId,
  title,
  url: '',
  sheets: [],
})

/** Makes a spreadsheet at Google. @throws as `readConfig` */
export async function makeSpreadsheet(
  ctx: Ctx,
  { title, integrationId }: { title: string; integrationId?: number | undefined },
): Promise<Read> {
  const { id } = await mustBeConnected(ctx, channel, integrationId)
  const key = { organizationId: ctx.organizationId, integrationId: id }
  try {
    const spreadsheets = await withConnection(ctx.services, key, async (c) => {
      const spreadsheetId = await c.channel.make?.(c.connection, 'spreadsheets', { title })
      if (!spreadsheetId) throw new ChannelError('unavailable', 'Google Sheets did not say what it made.')
      return readNow(c, [blank(spreadsheetId, title)])
    })
    return { integrationId: id, spreadsheets }
  } catch (error) {
    throw toAppError(error)
  }
}

/** Adds what was made to the spreadsheets that are used (CHN-119). */
export async function addSpreadsheet(
  ctx: Ctx,
  title: string,
  { integrationId, spreadsheets }: Read,
): Promise<{ id: string }> {
  const now = CsvSettings.parse((await mustBeConnected(ctx, channel, integrationId)).settings)
  await audit(ctx, { entity: 'integration', entityId: integrationId, action: 'made', new: { spreadsheet: title } })
  await saveSettings(ctx, channel, { spreadsheets: [...now.spreadsheets, ...spreadsheets] }, integrationId)
  return { id: spreadsheets[0]?.spreadsheetId ?? '' }
}
