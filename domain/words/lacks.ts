import type { Lack } from '#contract/channels/describe.ts'

type Said = (name: string) => string

/** What follows for a seller from what a channel has no place for. */
const words: Record<Lack, Said> = {
  images: (name) => `${name} doesn’t support images.`,
  description: (name) => `${name} doesn’t support descriptions.`,
  families: (name) => `Each variation is a separate listing on ${name}.`,
  regrouping: (name) =>
    `On ${name}, a single listing can’t be turned into a variation, or a variation into a single listing.`,
  zero: (name) => `${name} hides listings at 0 stock. They come back when stock is available.`,
  parcels: (name) => `${name} has no shipping updates. Marking an order shipped changes it in Motto only.`,
  addresses: (name) => `${name} orders are picked up in store, so they have no shipping address.`,
  orders: (name) => `There are no sales on ${name}. Its quantities update when you sell elsewhere.`,
}

/** The sentence for one thing, '' where the channel does not lack it. */
export const wordOfLack = (channel: { name: string; lacks?: readonly Lack[] } | undefined, lack: Lack): string =>
  channel?.lacks?.includes(lack) ? words[lack](channel.name) : ''

/** One sentence for each thing that a channel lacks; those about variations only where there are some. */
export const lackSentences = (lacks: readonly Lack[], name: string, { variations = true } = {}): string[] =>
  lacks.filter((lack) => variations || (lack !== 'families' && lack !== 'regrouping')).map((lack) => words[lack](name))
