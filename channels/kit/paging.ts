import { ChannelError, type Page } from '../channel.ts'

/** Follows `next` to the end. @throws RangeError when the channel never stops giving pages */
export async function allPages<T>(
  page: (cursor: string | undefined) => Promise<Page<T>>,
  maxPages = 1000,
): Promise<T[]> {
  const items: T[] = []
  let cursor: string | undefined
  for (let n = 0; n < maxPages; n++) {
    const { items: more, next } = await page(cursor)
    items.push(...more)
    if (next === undefined) return items
    cursor = next
  }
  throw new RangeError(`More than ${maxPages} pages`)
}

/** Asks with the first size, and with the next smaller one where the channel says that so much never runs. @throws ChannelError `too_expensive` for the smallest */
export async function shrinking<T>(sizes: readonly number[], ask: (size: number) => Promise<T>): Promise<T> {
  const [size, ...smaller] = sizes
  if (size === undefined) throw new RangeError('No size to ask with')
  try {
    return await ask(size)
  } catch (error) {
    if (smaller.length === 0 || !(error instanceof ChannelError && error.kind === 'too_expensive')) throw error
    return shrinking(smaller, ask)
  }
}
