import { channelNames } from '#contract/channels/names.ts'
import type { CallReply } from '#contract/endpoint.ts'
import type { getProductSharing } from '#contract/sync/sharing.ts'
import { number, plural, time } from '#web/ui/format.ts'

export type ProductSharing = CallReply<typeof getProductSharing>
export type Part = ProductSharing['parts'][number]

/** Whose choice counts. */
export const chosenBy: Record<ProductSharing['from'], string> = {
  product: 'chosen for this product',
  template: 'as its template has it',
  organization: 'as the organization has it',
  default: 'as the organization has it',
}

/** How a part stands; waiting always names what for. */
export function stateOf({ share, shown, unseen, hidden }: Part): string {
  if (unseen > 0) return `${plural(unseen, 'sale')} on its way`
  if (hidden > 0) return 'Waits for a complete look at its orders'
  if (shown < share) return `Waits to rise to ${number(share)}`
  if (shown > share) return `May fall to ${number(share)}`
  return 'Shows its share'
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
    `${plural(there, 'piece is', 'pieces are')} available.`,
    divided === 0
      ? 'All channels show all of them, less their buffers.'
      : `${divided === there ? 'They are' : `The last ${number(divided)} are`} divided between ${plural(beside.length, 'channel')}${
          sold > 0 ? `, by what was sold in 30 days: ${number(part.sold)} of ${number(sold)} on ${name}.` : '.'
        }`,
    `${name}'s share is ${number(part.share)}.`,
    ...(part.unseen > 0
      ? [`${plural(part.unseen, 'piece was', 'pieces were')} sold there, and the order is not here yet.`]
      : []),
    ...(part.hidden > 0
      ? [
          `${plural(part.hidden, 'piece is', 'pieces are')} kept back until a complete look at its orders tells that nobody has bought ${part.hidden === 1 ? 'it' : 'them'}${part.hiddenUntil ? `, at about ${time(part.hiddenUntil)}` : ''}.`,
        ]
      : []),
    ...(part.shown < part.share
      ? [
          `It rises to ${number(part.share)} once no other channel holds these pieces and nobody can have bought in between.`,
        ]
      : []),
    ...(part.shown > part.share
      ? [
          divided > 0
            ? 'It keeps what it shows until another channel runs out, or the pieces are sold.'
            : 'It is told the lower number next.',
        ]
      : []),
  ]
}

/** Of one SKU: what is shown and was sold unseen is together no more than what is available. */
export function promiseOf({ available, parts }: Pick<ProductSharing, 'available' | 'parts'>): string | undefined {
  const [only, second] = available
  if (!only || second || parts.length === 0) return undefined
  const [shown, unseen] = [parts.reduce((n, part) => n + part.shown, 0), parts.reduce((n, part) => n + part.unseen, 0)]
  const sum = unseen > 0 ? `${number(shown)} shown + ${number(unseen)} on their way` : `${number(shown)} shown together`
  return shown + unseen > only.available ? undefined : `${sum} ≤ ${number(only.available)} available`
}
