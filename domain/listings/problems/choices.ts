import { channelNames, type ChannelId } from '#contract/channels/names.ts'

/** What sellers call their account there: a shop, a store. */
interface Account {
  account: string
}
const withArticle = (thing: string) => `${/^[aeiou]/i.test(thing) ? 'an' : 'a'} ${thing}`

/** Categories, policies, places and conditions that are chosen for a listing. */
export const choiceProblems = {
  category_missing: (channel: ChannelId) => `Choose ${withArticle(channelNames[channel])} category.`,
  category_several: (channel: ChannelId) => `Choose exactly one ${channelNames[channel]} category.`,
  category_gone: (channel: ChannelId) => `${channelNames[channel]} no longer has this category. Choose another.`,
  too_many_categories: (channel: ChannelId, { most }: { most: number }) =>
    `${channelNames[channel]} allows up to ${most} categories per product.`,
  policy_missing: (_channel: ChannelId, { about }: { about: string }) => `Choose a ${about}.`,
  policy_gone: (channel: ChannelId, { about }: { about: string }) =>
    `${channelNames[channel]} no longer has this ${about}. Choose another.`,
  policy_disabled: (channel: ChannelId, { about }: { about: string }) =>
    `This ${about} is disabled on ${channelNames[channel]}. Choose another.`,
  choice_missing: (_channel: ChannelId, { about }: { about: string }) => `Choose ${about}.`,
  location_missing: (_channel: ChannelId, { called }: { called: string }) => `Choose ${withArticle(called)}.`,
  location_gone: (_channel: ChannelId, { account }: Account) =>
    `Your ${account} doesn’t have this location. Choose another.`,
  location_closed: (_channel: ChannelId, { place, state }: { place: string; state: string }) =>
    `${place} is ${state}. Choose another location.`,
  collection_gone: (_channel: ChannelId, { account }: Account) =>
    `Your ${account} no longer has this collection. Choose another.`,
  tax_gone: (channel: ChannelId) => `${channelNames[channel]} no longer has this tax. Choose another.`,
  condition_unknown: (channel: ChannelId, { condition }: { condition: string }) =>
    `${channelNames[channel]} has no condition “${condition}”. Choose another.`,
  condition_refused: (_channel: ChannelId, { condition, allowed }: { condition: string; allowed: string }) =>
    `This category doesn’t allow “${condition}”. Allowed: ${allowed}.`,
  auction_variations: (channel: ChannelId) =>
    `${channelNames[channel]} doesn’t allow auctions for products with variations.`,
  auction_days: (channel: ChannelId, { allowed, days }: { allowed: string; days: number }) =>
    `${channelNames[channel]} auctions can run ${allowed} days. Yours is ${days} days.`,
}
