import { builtDescription } from '#contract/channels/all.ts'
import type { ChannelId } from '#contract/channels/ids.ts'
import type { CallInput } from '#contract/endpoint.ts'
import type { createAndList } from '#contract/listings/listings.ts'
import { numberedSku } from '#domain/products/skus/sku.ts'

type Body = NonNullable<CallInput<typeof createAndList>['body']>

/** What is typed on the one screen; null, and an item specific that is not there, is what Motto suggests. */
export interface FirstDraft {
  sku: string | null
  title: string
  description: string | null
  condition: string
  price: number | null
  quantity: number | null
  images: { url: string; source: string }[]
  category: string | null
  attributes: Record<string, string>
  /** Channels that are left out. */
  off: ChannelId[]
  /** The chosen account of a channel that has several. A draft that was kept before there was a choice has none. */
  accounts?: Partial<Record<ChannelId, number>>
}
export const blankDraft = (): FirstDraft => ({
  sku: null,
  title: '',
  description: null,
  condition: 'New',
  price: null,
  quantity: null,
  images: [],
  category: null,
  attributes: {},
  off: [],
})

/** What one channel wants beside the product itself. */
export interface Wants {
  /** Fields of its listing template, and of this product where there is one. */
  schema: Record<string, unknown>
  overrides: Record<string, unknown>
  /** Item specifics, by the names they have there. */
  attributes: readonly { name: string; value: string; options: readonly string[] }[]
  /** What kind of thing it is there: the name of its template. */
  kind: string
  problems: Problems
}
/** Field → sentence. */
export type Problems = Readonly<Record<string, string>>

/** What keeps the draft from being listed on a channel, by field. */
export function problemsOn(channel: ChannelId, draft: FirstDraft, sku: string, wants: Wants | undefined): Problems {
  const builtText = builtDescription(channel)
  if (!builtText) return { channel: 'Motto can’t publish to this channel yet.' }
  const title = draft.title.trim()
  return {
    ...(title === '' ? { title: 'Enter a title.' } : {}),
    ...(title.length > builtText.limits.titleChars
      ? {
          title: `${builtText.name} titles can have up to ${builtText.limits.titleChars} characters. This one has ${title.length}.`,
        }
      : {}),
    ...(draft.price === null || draft.price <= 0 ? { price: 'Enter a price above 0.' } : {}),
    ...(draft.quantity === null || draft.quantity < 1 ? { quantity: 'Enter at least 1.' } : {}),
    ...(builtText.needsPicture && draft.images.length === 0
      ? { images: `Add a photo. ${builtText.name} requires one.` }
      : {}),
    ...(sku.trim() === '' ? { sku: 'Enter a SKU.' } : {}),
    ...wants?.problems,
  }
}

/** A plain text as HTML: its lines are paragraphs. */
export const paragraphs = (text: string): string =>
  text
    .split(/\n+/)
    .map((line) => line.trim())
    .filter(Boolean)
    .map((line) => `<p>${line.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')}</p>`)
    .join('')

/** The first SKU of a shop begins with the letters of its name: `NG-000001`. @param prefixes those in use, with the highest number of each */
export function suggestedSku(
  organization: string,
  prefixes: readonly { type: string; prefix: string; maxValue: number; count: number }[],
): string {
  const [most] = prefixes.filter((p) => p.type === 'inventory').toSorted((a, b) => b.count - a.count)
  if (most) return numberedSku(most.maxValue + 1, most.prefix)
  const letters = organization
    .split(/[^\p{L}\p{N}]+/u)
    .flatMap((word) => word.charAt(0))
    .join('')
    .slice(0, 3)
    .toUpperCase()
  return numberedSku(1, `${letters || 'SK'}-`)
}

/** What is sent for the channels that are on. */
export function bodyOf(
  draft: FirstDraft,
  sku: string,
  channels: readonly { channel: ChannelId; account?: number | undefined; wants: Wants | undefined }[],
): Body {
  const attributes = channels.flatMap(({ wants }) => wants?.attributes ?? [])
  return {
    product: {
      sku: sku.trim(),
      title: draft.title.trim(),
      description: paragraphs(draft.description ?? draft.title),
      condition: draft.condition,
      price: draft.price,
      quantity: draft.quantity,
      images: draft.images,
      attributes: attributes.map(({ name, value }) => ({ name, value })),
    },
    template: {
      name: channels.find(({ wants }) => wants?.kind)?.wants?.kind ?? 'Products',
      attributes: attributes.map(({ name, options }) => ({ name, options: [...options] })),
    },
    channels: channels.map(({ channel, account, wants }) => ({
      channel,
      ...(account !== undefined && { integrationId: account }),
      schema: wants?.schema ?? {},
      overrides: wants?.overrides ?? {},
    })),
  }
}
