import { builtDescription } from './all.ts'
import type { Field } from './describe.ts'
import type { ChannelId } from './ids.ts'

/** The setting that says on which of its channel's sites an account sells; undefined of a channel with one site. */
export const siteField = (channel: ChannelId): Field | undefined =>
  builtDescription(channel)?.fields.find(({ currencies }) => currencies !== undefined)

/** The site that settings name; '' of a channel with one. */
export function siteOf(channel: ChannelId, settings: Readonly<Record<string, unknown>>): string {
  const field = siteField(channel)
  const value = field && settings[field.name]
  return typeof value === 'string' && value !== '' ? value : (field?.standard ?? '')
}

/** What a site sells in; undefined where the account itself says so. */
export const currencyOfSite = (channel: ChannelId, site: string): string | undefined =>
  siteField(channel)?.currencies?.[site]

/** How the channel names a site in its orders. */
export const siteInOrders = (channel: ChannelId, site: string): string => siteField(channel)?.siteNames?.[site] ?? site

/** All sites of a channel, by their values; empty of a channel with one. */
export const sitesOf = (channel: ChannelId): string[] => Object.keys(siteField(channel)?.currencies ?? {})

/** How people read a site: "Germany (EUR)". */
export const siteLabel = (channel: ChannelId, site: string): string =>
  siteField(channel)?.options?.find(({ value }) => value === site)?.label ?? site
