import { channelNames, type ChannelId } from '#contract/channels/names.ts'

interface Counted {
  most: number
  /** Of one product; left out where the sentence is about several. */
  count?: number
}
interface Names {
  names: string
}

/** Variations, and what each of them has: SKU, barcode, price and stock. */
export const variationProblems = {
  too_many_variations: (channel: ChannelId, { most, count }: Counted) =>
    `${channelNames[channel]} allows up to ${most} variations.${count === undefined ? '' : ` You have ${count}.`}`,
  same_options: (_channel: ChannelId) => 'Two variations have the same options.',
  /** `called`: what the channel calls options. */
  too_many_options: (channel: ChannelId, { most, names, called }: Names & { most: number; called: string }) =>
    `${channelNames[channel]} allows up to ${most} ${called}. You have ${names}.`,
  too_many_option_values: (channel: ChannelId, { most, option }: { most: number; option: string }) =>
    `${channelNames[channel]} allows up to ${most} values ${option ? `for ${option}` : 'per option'}.`,
  option_unnamed: (_channel: ChannelId) => 'An option has no name.',
  /** `names`: of its options; '' for all of them. */
  option_value_missing: (_channel: ChannelId, { names }: Names) =>
    names ? `Every variation needs a value for ${names}.` : 'Each variation needs a value for each option.',
  option_too_long: (channel: ChannelId, { most }: { most: number }) =>
    `${channelNames[channel]} option names and values can have up to ${most} characters.`,
  option_character: (channel: ChannelId, { value }: { value: string }) =>
    `${channelNames[channel]} doesn’t allow parentheses in a variation: ${value}`,
  /** `need`: the channel’s own rule, or Motto’s, which can’t sync without one. */
  sku_missing: (channel: ChannelId, { need }: { need: 'rule' | 'sync' }) =>
    need === 'sync'
      ? `A SKU is required to sync with ${channelNames[channel]}.`
      : `${channelNames[channel]} requires a SKU.`,
  sku_too_long: (channel: ChannelId, { most, sku }: { most: number; sku: string }) =>
    `${channelNames[channel]} SKUs can have up to ${most} characters: ${sku}`,
  price_missing: (channel: ChannelId) => `${channelNames[channel]} requires a price.`,
  /** `sku`: of the variation; '' where the product has none. */
  price_zero: (channel: ChannelId, { sku }: { sku: string }) =>
    `${channelNames[channel]} requires a price above 0${sku ? `: ${sku}` : '.'}`,
  price_range: (channel: ChannelId, { least, most, currency }: { least: string; most: string; currency: string }) =>
    `${channelNames[channel]} prices must be from ${least} to ${most} ${currency}.`,
  price_currency: (_channel: ChannelId, { account, sells, asked }: { account: string; sells: string; asked: string }) =>
    `${account} sells in ${sells}, but this price is in ${asked}.`,
  stock_missing: (channel: ChannelId) => `${channelNames[channel]} requires at least 1 unit in stock.`,
  barcode_too_long: (channel: ChannelId, { most, unit, barcode }: { most: number; unit: string; barcode: string }) =>
    `${channelNames[channel]} barcodes can have up to ${most} ${unit}: ${barcode}`,
  barcode_digits: (channel: ChannelId, { barcode }: { barcode: string }) =>
    `${channelNames[channel]} barcodes must have 8 to 14 digits: ${barcode}`,
}
