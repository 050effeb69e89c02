import { hasText } from '../readiness.ts'

/** `eBay`, `eBay and Shopify`, `eBay, Etsy and Shopify` */
export const namesOf = (names: readonly string[]): string =>
  [names.slice(0, -1).join(', '), ...names.slice(-1)].filter(Boolean).join(' and ')

interface Texts {
  title: string
  description: string
}

/**
 * What a product may not lose while it is listed, because a listing that takes it from the product would be refused later: field → sentence.
 * @param live names of the channels on which it is live
 */
export function emptied(was: Texts, now: Texts, live: readonly string[]): Record<string, string> {
  if (live.length === 0) return {}
  const refuse = (label: string) =>
    `${label} is required while this product is live on ${namesOf(live)}. Enter one, or unlist it first.`
  return {
    ...(was.title.trim() && !now.title.trim() ? { title: refuse('Title') } : {}),
    ...(hasText(was.description) && !hasText(now.description) ? { description: refuse('Description') } : {}),
  }
}

/**
 * Why a SKU stays as it is; '' where it may change. Channels and orders know a piece by its SKU: under another one, sales no longer find it.
 * @param live names of the channels on which its product is live
 */
export function skuLock(live: readonly string[], ordered: boolean): string {
  if (live.length > 0) return `This SKU is in use on ${namesOf(live)}. Unlist the product first.`
  return ordered ? 'This SKU is used in orders, so it can’t be changed.' : ''
}
