import { ebayConditions } from '#contract/channels/ebay.ts'

/** eBay's enum → the number that category policies speak of. @see https://developer.ebay.com/api-docs/sell/static/metadata/condition-id-values.html read 2026-11-21 */
export const conditionIds: Record<string, string> = {
  NEW: '1000',
  NEW_OTHER: '1500',
  NEW_WITH_DEFECTS: '1750',
  CERTIFIED_REFURBISHED: '2000',
  EXCELLENT_REFURBISHED: '2010',
  VERY_GOOD_REFURBISHED: '2020',
  GOOD_REFURBISHED: '2030',
  SELLER_REFURBISHED: '2500',
  LIKE_NEW: '2750',
  PRE_OWNED_EXCELLENT: '2990',
  USED_EXCELLENT: '3000',
  PRE_OWNED_FAIR: '3010',
  USED_VERY_GOOD: '4000',
  USED_GOOD: '5000',
  USED_ACCEPTABLE: '6000',
  FOR_PARTS_OR_NOT_WORKING: '7000',
}

// the words of our product pages and wizard beside eBay's own
const words: Record<string, string> = {
  ...Object.fromEntries(
    Object.entries(ebayConditions).flatMap(([key, text]) => [
      [text.toLowerCase(), key],
      [key.toLowerCase(), key],
    ]),
  ),
  ...Object.fromEntries(Object.keys(conditionIds).map((key) => [key.toLowerCase(), key])),
  used: 'USED_EXCELLENT',
  excellent: 'USED_EXCELLENT',
  'very good': 'USED_VERY_GOOD',
  good: 'USED_GOOD',
  acceptable: 'USED_ACCEPTABLE',
  'used - fair': 'USED_ACCEPTABLE',
  'used - poor': 'USED_ACCEPTABLE',
  'refurbished - fair': 'SELLER_REFURBISHED',
  'refurbished - poor': 'SELLER_REFURBISHED',
  'parts / not working': 'FOR_PARTS_OR_NOT_WORKING',
  'for parts or not working': 'FOR_PARTS_OR_NOT_WORKING',
  // what categories call them: clothing, shoes, media, electronics
  'brand new': 'NEW',
  'new with tags': 'NEW',
  'new with box': 'NEW',
  'new without tags': 'NEW_OTHER',
  'new without box': 'NEW_OTHER',
  'open box': 'NEW_OTHER',
  'new with imperfections': 'NEW_WITH_DEFECTS',
  'pre-owned': 'USED_EXCELLENT',
  'seller refurbished': 'SELLER_REFURBISHED',
  'certified - refurbished': 'CERTIFIED_REFURBISHED',
  'excellent - refurbished': 'EXCELLENT_REFURBISHED',
  'very good - refurbished': 'VERY_GOOD_REFURBISHED',
  'good - refurbished': 'GOOD_REFURBISHED',
  'pre-owned - excellent': 'PRE_OWNED_EXCELLENT',
  'pre-owned - good': 'USED_EXCELLENT',
  'pre-owned - fair': 'PRE_OWNED_FAIR',
  // What trading cards and coins call them.
  graded: 'LIKE_NEW',
  ungraded: 'USED_VERY_GOOD',
}

/** eBay's enum for a condition in any of our spellings (PRO-072..PRO-076); undefined when it is none. */
export function conditionOf(text: string): string | undefined {
  const plain = text.trim().toLowerCase().replace(/\s+/g, ' ')
  // "New Other - Open Box" and "New Other (Open Box, With Tags, Unused)" are New Other to eBay
  return words[plain] ?? (plain.startsWith('new other') ? 'NEW_OTHER' : undefined)
}

/** What people and products write for one of these conditions. */
export const wordsFor = (conditions: ReadonlySet<string>): string[] =>
  Object.entries(words).flatMap(([word, condition]) => (conditions.has(condition) ? [word] : []))
