import type { Page } from '../channel.ts'

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
