import type { ChannelId } from './names.ts'

/** A setting of the account that decides whether a rule concerns it. */
interface Concern {
  setting: string
  is?: readonly string[]
  isNot?: readonly string[]
}

/** A rule that a channel announced with its day. */
export interface DatedRule {
  /** Kept with the listings that do not meet it: never changed. */
  id: string
  channel: ChannelId
  /** The first day on which it applies. */
  from: string
  title: string
  text: string
  source: { name: string; url: string; read: string }
  /** All of them must hold. */
  when: readonly Concern[]
  /** Fields at which the listing check names what is missing. One that ends with a dot stands for all that begin so. */
  fields: readonly string[]
  /** Whether a warning counts: the check warns of it before its day. */
  warns: boolean
  /** Attributes whose values meet it. */
  attributes: readonly string[]
}

/** Names of attributes that hold operators. */
const operators = ['Manufacturer', 'EU responsible person']
const operatorFields = operators.map((name) => `attributes.${name}`)
/** eBay’s sites in the EU. @see https://developer.ebay.com/updates/newsletter/q2_2024 read 2026-11-28 */
export const europeanEbaySites =
  'EBAY_AT EBAY_BE EBAY_BE_FR EBAY_DE EBAY_ES EBAY_FR EBAY_IE EBAY_IT EBAY_NL EBAY_PL'.split(' ')

export const datedRules: readonly DatedRule[] = [
  {
    id: 'ebay_product_safety',
    channel: 'ebay',
    from: '2024-12-13',
    title: 'eBay requires a manufacturer on its EU sites',
    text: 'In many categories eBay rejects a listing without a manufacturer. A manufacturer outside the EU also needs an EU responsible person.',
    source: {
      name: 'eBay Developers Program newsletter, Q2 2024',
      url: 'https://developer.ebay.com/updates/newsletter/q2_2024',
      read: '2026-11-28',
    },
    when: [
      { setting: 'marketplaceId', is: europeanEbaySites },
      { setting: 'euSales', isNot: ['private'] },
    ],
    fields: operatorFields,
    warns: false,
    attributes: operators,
  },
  {
    id: 'ebay_card_conditions',
    channel: 'ebay',
    from: '2024-01-22',
    title: 'eBay requires the grade or condition of trading cards',
    text: 'Graded cards need the grader and the grade, others the card condition.',
    source: {
      name: 'eBay, condition descriptors for trading cards',
      url: 'https://developer.ebay.com/api-docs/user-guides/static/mip-user-guide/mip-enum-condition-descriptor-ids-for-trading-cards.html',
      read: '2026-11-28',
    },
    when: [],
    fields: ['aspects.Professional Grader', 'aspects.Card Condition'],
    warns: false,
    attributes: ['Professional Grader', 'Grade', 'Card Condition'],
  },
  {
    id: 'ebay_coin_conditions',
    channel: 'ebay',
    from: '2026-05-14',
    title: 'eBay requires the grade or condition of coins',
    text: 'Graded coins need the grader, the number grade and the letter grade, others the coin condition.',
    source: {
      name: 'eBay Inventory API release notes',
      url: 'https://developer.ebay.com/develop/api/inventory-api/release-notes',
      read: '2026-11-28',
    },
    when: [],
    fields: ['aspects.Grader', 'aspects.Number Grade', 'aspects.Letter Grade', 'aspects.Coin Condition'],
    warns: false,
    attributes: ['Grader', 'Number Grade', 'Letter Grade', 'Coin Condition'],
  },
  {
    id: 'ebay_sizes',
    channel: 'ebay',
    from: '2026-08-01',
    title: 'eBay hides clothing and shoes without a standard size',
    text: 'eBay may block or hide listings whose size is missing or isn’t on its list for the category.',
    source: { name: 'eBay Developers Program', url: 'https://developer.ebay.com/', read: '2026-11-28' },
    when: [],
    fields: [
      'aspects.Size',
      'aspects.Size Type',
      'aspects.US Shoe Size',
      'aspects.EU Shoe Size',
      'aspects.UK Shoe Size',
    ],
    warns: false,
    attributes: ['Size', 'Size Type'],
  },
  {
    id: 'etsy_product_safety',
    channel: 'etsy',
    from: '2027-02-01',
    title: 'Etsy requires a manufacturer and an EU responsible person',
    text: 'Etsy rejects a trader’s listing that is sold to the EU or Northern Ireland and doesn’t name both. Downloads are exempt.',
    source: {
      name: 'Etsy, Open API discussion 1774',
      url: 'https://github.com/etsy/open-api/discussions/1774',
      read: '2026-11-28',
    },
    when: [{ setting: 'euSales', is: ['trader'] }],
    fields: operatorFields,
    warns: true,
    attributes: operators,
  },
]
