import type { Lack } from '#contract/channels/describe.ts'

type Said = (name: string) => string

/** What follows for a seller from what a channel has no place for. */
const words: Record<Lack, Said> = {
  images: (name) => `${name} has no pictures: the product's stay here.`,
  description: (name) => `${name} has no descriptions: the product's stays here.`,
  families: (name) => `On ${name} every variation is a listing of its own.`,
  regrouping: (name) => `What was listed alone on ${name} never becomes a variation there, nor the other way round.`,
  zero: (name) =>
    `${name} keeps no listing without pieces: at 0 it is hidden there, and comes back with the first piece.`,
  parcels: (name) => `${name} knows no parcels: an order that you mark as shipped is marked in Motto alone.`,
  addresses: (name) => `${name} hands its orders over in a shop: they have no address to send to.`,
  orders: (name) => `Nobody buys on ${name}: what sells elsewhere changes the quantities there.`,
}

/** The sentence for one thing, '' where the channel does not lack it. */
export const wordOfLack = (channel: { name: string; lacks?: readonly Lack[] } | undefined, lack: Lack): string =>
  channel?.lacks?.includes(lack) ? words[lack](channel.name) : ''

/** One sentence for each thing that a channel lacks; those about variations only where there are some. */
export const lackSentences = (lacks: readonly Lack[], name: string, { variations = true } = {}): string[] =>
  lacks.filter((lack) => variations || (lack !== 'families' && lack !== 'regrouping')).map((lack) => words[lack](name))
