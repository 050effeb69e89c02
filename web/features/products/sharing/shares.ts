import { channelNames } from '#contract/channels/names.ts'
import type { CallReply } from '#contract/endpoint.ts'
import type { getProductSharing } from '#contract/sync/sharing.ts'
import { number, plural, time } from '#web/ui/format.ts'

export type ProductSharing = CallReply<typeof getProductSharing>
export type Part = ProductSharing['parts'][number]

/** Whose choice counts. */
export const chosenBy: Record<ProductSharing['from'], string> = {
  product: 'set for this product',
  template: 'from its template',
  organization: 'organization default',
  default: 'organization default',
}

/** How a part stands; waiting always names what for. */
export function stateOf({ share, shown, unseen, hidden }: Part): string {
  if (unseen > 0) return `${plural(unseen, 'sale')} not imported yet`
  if (hidden > 0) return 'Checking for new orders'
  if (shown < share) return `Increasing to ${number(share)}`
  if (shown > share) return `Decreasing to ${number(share)}`
  return 'Up to date'
}

/** Whether a part shows what it is to show, and all that was sold there is known. */
export const isSettled = ({ share, shown, unseen, hidden }: Part) => share === shown && unseen + hidden === 0

/** Why a channel shows what it shows: one sentence each, in the order in which the number comes about. */
export function whyShown(
  { sharing, available, parts }: Pick<ProductSharing, 'sharing' | 'available' | 'parts'>,
  part: Part,
): string[] {
  const name = channelNames[part.channel]
  const beside = parts.filter(({ sku }) => sku === part.sku)
  const there = available.find(({ sku }) => sku === part.sku)?.available ?? 0
  const sold = beside.reduce((sum, neighbor) => sum + neighbor.sold, 0)
  const divided =
    sharing.mode === 'guaranteed' ? there : sharing.mode === 'threshold' ? Math.min(there, sharing.last) : 0
  return [
    `${plural(there, 'unit is', 'units are')} available.`,
    divided === 0
      ? 'Every channel shows all available stock, minus its buffer.'
      : `${divided === there ? 'They’re' : `The last ${number(divided)} are`} split between ${plural(beside.length, 'channel')}${
          sold > 0 ? ` by sales in the last 30 days (${number(part.sold)} of ${number(sold)} on ${name}).` : '.'
        }`,
    `${name}'s share is ${number(part.share)}.`,
    ...(part.unseen > 0
      ? [`${plural(part.unseen, 'unit')} sold there, but the orders haven’t been imported yet.`]
      : []),
    ...(part.hidden > 0
      ? [
          `${plural(part.hidden, 'unit is', 'units are')} held back until Motto has checked that channel for new orders${part.hiddenUntil ? `, at about ${time(part.hiddenUntil)}` : ''}.`,
        ]
      : []),
    ...(part.shown < part.share
      ? [`It goes up to ${number(part.share)} once other channels have released these units.`]
      : []),
    ...(part.shown > part.share
      ? [
          divided > 0
            ? 'It keeps this quantity until another channel sells out.'
            : 'It will be updated to the lower quantity next.',
        ]
      : []),
  ]
}

/** Of one SKU: what is shown and was sold unseen is together no more than what is available. */
export function promiseOf({ available, parts }: Pick<ProductSharing, 'available' | 'parts'>): string | undefined {
  const [only, second] = available
  if (!only || second || parts.length === 0) return undefined
  const [shown, unseen] = [parts.reduce((n, part) => n + part.shown, 0), parts.reduce((n, part) => n + part.unseen, 0)]
  const sum =
    unseen > 0 ? `${number(shown)} shown + ${number(unseen)} not imported yet` : `${number(shown)} shown together`
  return shown + unseen > only.available ? undefined : `${sum} ≤ ${number(only.available)} available`
}
