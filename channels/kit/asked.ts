import { ChannelError } from '../channel.ts'

/** Which part of a list was asked for. */
interface Bounds {
  least: number
  most: number
  /** Where nothing is said. */
  standard: number
}

/** A whole number of a question to a channel. @throws ChannelError `invalid` where it is none, or out of bounds: the channel is not asked */
export function wholeOf(query: Record<string, string>, name: string, { least, most, standard }: Bounds): number {
  const value = query[name]?.trim()
  if (!value) return standard
  const number = Number(value)
  if (/^\d{1,9}$/.test(value) && number >= least && number <= most) return number
  throw new ChannelError('invalid', `${name} must be a whole number from ${least} to ${most}.`, {
    fields: { [name]: `Enter a whole number from ${least} to ${most}.` },
  })
}

/** A page by its first item, `offset`. @param most items of a page */
export const windowOf = (query: Record<string, string>, most: number, standard = most) => ({
  offset: wholeOf(query, 'offset', { least: 0, most: 100_000, standard: 0 }),
  limit: wholeOf(query, 'limit', { least: 1, most, standard }),
})
