import { sql } from 'kysely'
import { channelNames } from '#contract/channels/ids.ts'
import { builtDescription } from '#contract/channels/all.ts'
import { currencyOfSite, siteField, siteOf } from '#contract/channels/site.ts'
import type { Ctx } from '../../context.ts'
import { live } from '../../db/rules/listing-rules.ts'
import { invalid } from '../../errors.ts'
import * as queries from './queries.ts'

type Settings = Record<string, unknown>
type Account = Pick<queries.IntegrationRow, 'id' | 'channel' | 'settings' | 'currency'>

/**
 * Settings as they may be saved. On another site of the channel the locations and policies that they named are not there, and prices are in its
 * currency; so nothing may be listed.
 * @throws invalid_input while something is listed, or where there is no such site
 */
export async function onSite(
  ctx: Ctx,
  { id, channel, settings: before, currency }: Account,
  settings: Settings,
): Promise<{ settings: Settings; currency: string }> {
  const field = siteField(channel)
  const site = siteOf(channel, settings)
  if (!field || site === siteOf(channel, before)) return { settings, currency }
  if (currencyOfSite(channel, site) === undefined)
    throw invalid(field.name, `${channelNames[channel]} has no site “${site}” that Motto knows.`)
  if (await hasListings(ctx, id))
    throw invalid(
      field.name,
      `Unlist all listings of this account first. They are on another ${channelNames[channel]} site, in its currency.`,
    )
  await queries.forgetListings(ctx, id)
  return { settings: { ...settings, ...blankChoices(channel) }, currency: currencyOfSite(channel, site) ?? currency }
}

/** Whether it shows a listing, or is about to. */
async function hasListings(ctx: Ctx, id: number): Promise<boolean> {
  const own = sql`l.organization_id = ${ctx.organizationId} and l.integration_id = ${id}`
  const { rows } = await sql<{ listed: boolean }>`
    select exists (select from listing_products l where ${own} and ${live})
      or exists (select from listing_debts l where ${own} and l.pending is not null) as listed`.execute(ctx.db)
  return rows[0]?.listed ?? false
}

/** What the account is asked for options of. */
const blankChoices = (channel: queries.IntegrationRow['channel']): Settings =>
  Object.fromEntries(
    (builtDescription(channel)?.fields ?? []).flatMap(({ name, on, asks }) =>
      on.includes('integration') && asks ? [[name, '']] : [],
    ),
  )

/** Where an account that is new here was opened, and so sells at first; '' where it is known here, or its channel has one site. */
export function firstSite(
  { channel, accountId }: Pick<queries.IntegrationRow, 'channel' | 'accountId'>,
  account: { accountId: string; site?: string | undefined },
): string {
  const { site = '' } = account
  return accountId !== account.accountId && currencyOfSite(channel, site) !== undefined ? site : ''
}

/** The same settings on a site. */
export const withSite = (channel: queries.IntegrationRow['channel'], settings: Settings, site: string): Settings => {
  const field = siteField(channel)
  return field && site ? { ...settings, [field.name]: site } : settings
}
