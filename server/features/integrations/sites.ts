import { sql } from 'kysely'
import { type ChannelId, channelNames } from '#contract/channels/ids.ts'
import { builtDescription } from '#contract/channels/all.ts'
import { currencyOfSite, siteField, siteInOrders, siteLabel, siteOf, sitesOf } from '#contract/channels/site.ts'
import type { Ctx } from '../../context.ts'
import { live } from '../../db/rules/listing-rules.ts'
import { AppError, invalid } from '../../errors.ts'
import { holdAccount } from './connecting/accounts.ts'
import * as queries from './queries.ts'
import * as siteQueries from './site-queries.ts'

type Settings = Record<string, unknown>
type Account = Pick<queries.IntegrationRow, 'id' | 'channel' | 'accountId' | 'accountName' | 'settings' | 'currency'>

/**
 * Settings as they may be saved. On another site of the channel the locations and policies that they named are not there, and prices are in its
 * currency; so nothing may be listed.
 * @throws invalid_input while something is listed, or where there is no such site
 */
export async function onSite(
  ctx: Ctx,
  { id, channel, accountId, accountName, settings: before, currency }: Account,
  settings: Settings,
): Promise<{ settings: Settings; currency: string; accountName?: string }> {
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
  await holdAccount(ctx, channel, accountId)
  const others = (await siteQueries.allWithAccount(ctx, channel, accountId)).filter((other) => other.id !== id)
  if (others.some((other) => siteOf(channel, other.settings) === site))
    throw invalid(field.name, `This account is already connected for ${siteLabel(channel, site)}.`)
  await queries.forgetListings(ctx, id)
  return {
    settings: { ...settings, ...blankChoices(channel) },
    currency: currencyOfSite(channel, site) ?? currency,
    accountName: nameOnSite(channel, {
      name: plainName(accountName),
      site,
      isFirst: others.every((other) => other.id > id),
    }),
  }
}

/** Another connection of one account is told from the first by its site. */
const nameOnSite = (
  channel: ChannelId,
  { name, site, isFirst }: { name: string; site: string; isFirst: boolean },
): string => (isFirst ? name : `${name} · ${siteLabel(channel, site)}`)
/** The account's own name. */
export const plainName = (name: string): string => name.split(' · ')[0] ?? name

/** What an account says of itself, told from other connections of it. */
export async function namedBySite<A extends { name: string; accountId: string }>(
  ctx: Ctx,
  { id, channel, settings }: { id: number; channel: ChannelId; settings: Settings },
  account: A,
): Promise<A> {
  if (!siteField(channel)) return account
  const all = await siteQueries.allWithAccount(ctx, channel, account.accountId)
  const isFirst = all.every((other) => other.id >= id)
  return { ...account, name: nameOnSite(channel, { name: account.name, site: siteOf(channel, settings), isFirst }) }
}

interface Connecting {
  accountId: string
  name: string
  shop: string
  currency: string
  site: string
}
/**
 * An account with the site that it is connected for: one that is connected already may be connected again for each other site of its channel.
 * @throws account_connected where its channel has one site, or all are connected
 */
export async function onFreeSite<A extends Connecting>(
  ctx: Ctx,
  { id, channel, accountId, settings }: Pick<queries.IntegrationRow, 'id' | 'channel' | 'accountId' | 'settings'>,
  account: A,
): Promise<A> {
  const others = (await siteQueries.allWithAccount(ctx, channel, account.accountId)).filter((other) => other.id !== id)
  const [first] = others
  if (!first) return account
  const isSame = accountId === account.accountId
  const used = new Set(others.map((other) => siteOf(channel, other.settings)))
  const own = isSame ? siteOf(channel, settings) : account.site
  const site = [own, ...sitesOf(channel)].find((candidate) => candidate !== '' && !used.has(candidate))
  if (site === undefined) {
    const name = channelNames[channel]
    throw new AppError(
      'account_connected',
      `${name} account ${first.shop || first.accountName} is already connected${siteField(channel) ? ' for every site that Motto knows' : ''}. Re-authorize it, or log in to ${name} with another account.`,
    )
  }
  const name = nameOnSite(channel, { name: account.name, site, isFirst: others.every((other) => other.id > id) })
  return { ...account, name, ...(!isSame && { site, currency: currencyOfSite(channel, site) ?? account.currency }) }
}

/** The accounts of one owner on several sites as orders name these, the first connected first; undefined where there is one. */
export async function accountsOnSites(
  ctx: Ctx,
  { id, channel }: Pick<queries.IntegrationRow, 'id' | 'channel'>,
): Promise<{ id: number; site: string }[] | undefined> {
  if (!siteField(channel)) return undefined
  const accountId = await queries.accountIdOf(ctx, id)
  const all = accountId ? await siteQueries.allWithAccount(ctx, channel, accountId) : []
  const connected = all.filter(({ status }) => status !== 'unauthenticated')
  return all.length > 1
    ? connected.map((other) => ({ id: other.id, site: siteInOrders(channel, siteOf(channel, other.settings)) }))
    : undefined
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
