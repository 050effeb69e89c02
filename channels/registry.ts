import type { BuiltId, ChannelId } from '#contract/channels/names.ts'
import { type Channel, ChannelError } from './channel.ts'
import { clover } from './clover/index.ts'
import { bigcommerce } from './bigcommerce/index.ts'
import { csv } from './csv/index.ts'
import { ebay } from './ebay/index.ts'
import { etsy } from './etsy/index.ts'
import { shopify } from './shopify/index.ts'
import { square } from './square/index.ts'

/** Every channel that can be connected: those whose description says that they are built. */
const built: Record<BuiltId, Channel> = {
  bigcommerce: asChannel(bigcommerce),
  ebay: asChannel(ebay),
  etsy: asChannel(etsy),
  shopify: asChannel(shopify),
  square: asChannel(square),
  clover: asChannel(clover),
  csv: asChannel(csv),
}
export const channels: Partial<Record<ChannelId, Channel>> = built

/**
 * Core keeps a channel's fields and settings as data and parses both with the channel's own schema before each call,
 * so the precise types may be forgotten here and nowhere else.
 */
function asChannel<F, S>(channel: Channel<F, S>): Channel {
  return channel as unknown as Channel
}

/** @throws ChannelError `invalid` when Motto cannot speak to that channel */
export function channelOf(id: string): Channel {
  const channel = Object.hasOwn(channels, id) ? channels[id as ChannelId] : undefined
  if (!channel) throw new ChannelError('invalid', `${id} cannot be connected.`)
  return channel
}

/** Whether Motto speaks to this channel. */
export const isBuilt = (id: ChannelId): boolean => channels[id] !== undefined
