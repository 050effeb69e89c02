import type { ChannelId } from '#contract/channels/names.ts'

/** `sentence`: as it was said, where the parts that say it know no other words. */
interface Said {
  sentence: string
}
const asSaid = (_channel: ChannelId, { sentence }: Said) => sentence

/** Problems whose sentences name things of one seller: operators, sheets, rules. */
export const otherProblems = {
  safety_incomplete: (_channel: ChannelId, { sentence }: Said & { about: string }) => sentence,
  /** A channel says of a picture, a barcode: it has measured or missed what Motto can’t. */
  picture_too_small: asSaid,
  barcode_missing: asSaid,
  category_refused: asSaid,
  policy_refused: (_channel: ChannelId, { sentence }: Said & { about: string }) => sentence,
  sheet_unusable: asSaid,
  column_gone: (_channel: ChannelId, { sentence }: Said & { about: string }) => sentence,
  column_refused: (_channel: ChannelId, { sentence }: Said & { about: string }) => sentence,
  regrouped: asSaid,
  would_remove: asSaid,
  price_rule: asSaid,
  auction_price: asSaid,
  too_much_markup: asSaid,
  value_refused: (_channel: ChannelId, { sentence }: Said & { about: string }) => sentence,
  listing_template_missing: asSaid,
}
