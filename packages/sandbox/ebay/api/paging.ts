import { type Call, pageHref } from './call.ts'
import { inventoryError, refuse } from './errors.ts'

/** Items and offers: `offset` is the number of a page, from 0, not of an item. */
export function pageOf<T>(call: Call, all: T[], standard = 25, most = 200) {
  const limit = read(call, 'limit', standard, 1, most)
  const offset = read(call, 'offset', 0, 0, 1_000_000)
  const part = all.slice(offset * limit, (offset + 1) * limit)
  return {
    part,
    frame: {
      href: pageHref(call, { offset, limit }),
      limit,
      size: part.length,
      total: all.length,
      ...((offset + 1) * limit < all.length ? { next: pageHref(call, { offset: offset + 1, limit }) } : {}),
      ...(offset > 0 ? { prev: pageHref(call, { offset: offset - 1, limit }) } : {}),
    },
  }
}

function read(call: Call, name: string, standard: number, least: number, most: number): number {
  const text = call.query.get(name)
  if (text === null) return standard
  if (!/^\d+$/.test(text) || Number(text) < least || Number(text) > most) {
    throw refuse(
      400,
      inventoryError(25706, `You have provided invalid pagination values. ${name} must be from ${least} to ${most}.`),
    )
  }
  return Number(text)
}
