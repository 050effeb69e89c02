import { useState } from 'react'
import { builtDescription } from '#contract/channels/all.ts'
import type { Field } from '#contract/channels/describe.ts'
import type { ChannelId } from '#contract/channels/ids.ts'
import { saveListingProducts } from '#contract/listings.ts'
import { attributeAt, entriesIn, valuesIn } from '#domain/listings/attributes.ts'
import { switched } from '#domain/listings/settings.ts'
import { useWrite } from '#web/api.ts'
import { messageOf } from '#web/call.ts'
import { useAccount } from '#web/form/account.tsx'
import { panelAlert } from '#web/ui/toast.tsx'
import { categoryFieldOf, chosenCategories } from './chosen.ts'
import type { Fields } from './fields.ts'
import type { Panel, Settings } from '../listing-state.ts'
import type { Product } from '../publish/publish-panel.tsx'
import type { Schema } from './schemas.ts'

interface Draft {
  selectedSchemaId: string
  overrides: Fields
  settings: Settings
}

const off: Settings = { list: false, sync: false, syncQuantity: false }

export interface ListingDraft {
  schemas: readonly Schema[]
  /** The chosen listing template, or the only one. */
  schema: Schema | undefined
  selectedSchemaId: string
  overrides: Fields
  settings: Settings
  /** What must be chosen before the switches work, '' when nothing (LST-071, LST-072). */
  missing: string
  errors: Readonly<Record<string, string>>
  /** Whether a field was changed since it was saved, so that what was said of it no longer counts. */
  isChanged: (field: string) => boolean
  /** Whether something that is sent was changed and is not saved. */
  edited: boolean
  dirty: boolean
  saving: boolean
  selectSchema: (id: string) => void
  override: (change: Fields) => void
  turn: (change: Partial<Settings>) => void
  save: () => Promise<void>
  discard: () => void
}

const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

/** Whether what a refusal is about was changed: a field by its path, or all that hangs on the category. */
function changed(described: readonly Field[], path: string, now: Fields, before: Fields): boolean {
  const category = categoryFieldOf(described)
  const kept = ({ name, override }: Field) => override ?? name
  const anotherCategory = category !== undefined && !same(now[kept(category)], before[kept(category)])
  const attribute = attributeAt(described, path)
  if (attribute) {
    const { field, list, name } = attribute
    const valuesOf = (fields: Fields) => valuesIn(list, entriesIn(fields, field.name), name)
    return anotherCategory || !same(valuesOf(now), valuesOf(before))
  }
  const field = described.find(({ name }) => name === path)
  return !same(now[field ? kept(field) : path], before[field ? kept(field) : path])
}

/** What is being chosen for one product on one channel, until it is saved. */
export function useListingDraft({
  product,
  channel,
  panel,
}: {
  product: Product
  channel: ChannelId
  panel: Panel
}): ListingDraft {
  const integrationId = useAccount()
  const listing = panel.listingProduct
  const schemas = panel.listingTemplate?.schemas ?? []
  const saved: Draft = {
    selectedSchemaId: listing?.selectedSchemaId ?? '',
    overrides: listing?.schemaOverrides ?? {},
    settings: listing?.listSettings ?? off,
  }
  const [draft, setDraft] = useState<Draft | null>(null)
  const now = draft ?? saved
  const write = useWrite(saveListingProducts, { quiet: true, onSuccess: () => setDraft(null) })
  const schema = schemas.find((s) => s.id === now.selectedSchemaId) ?? (schemas.length === 1 ? schemas[0] : undefined)
  const change = (next: Partial<Draft>) => setDraft((before) => ({ ...(before ?? saved), ...next }))
  const described = builtDescription(channel)?.fields ?? []
  const categories = chosenCategories(described, now.overrides, schema ?? {})
  return {
    ...now,
    schemas,
    schema,
    missing: !schema
      ? 'Choose a listing template first.'
      : panel.needsCategory && !categories.length
        ? 'Choose a category first.'
        : '',
    errors: write.error?.fields ?? {},
    isChanged: (field) => draft !== null && changed(described, field, draft.overrides, saved.overrides),
    edited:
      draft !== null && !(same(draft.overrides, saved.overrides) && draft.selectedSchemaId === saved.selectedSchemaId),
    dirty: draft !== null && JSON.stringify(draft) !== JSON.stringify(saved),
    saving: write.isPending,
    selectSchema: (id) => change({ selectedSchemaId: id }),
    override: (fields) =>
      setDraft((before) => ({ ...(before ?? saved), overrides: { ...(before ?? saved).overrides, ...fields } })),
    turn: (turned) => change({ settings: switched(now.settings, turned) }),
    save: async () => {
      try {
        // A listing template that is fixed while the product is listed is not named again.
        const selectedSchemaId = now.selectedSchemaId === saved.selectedSchemaId ? undefined : now.selectedSchemaId
        await write.mutateAsync({
          body: {
            listingProducts: [
              {
                channel,
                productId: product.id,
                integrationId,
                selectedSchemaId,
                schemaOverrides: now.overrides,
                listSettings: now.settings,
              },
            ],
          },
        })
      } catch (error) {
        panelAlert.error('Encountered error.', messageOf(error))
        throw error
      }
    },
    discard: () => setDraft(null),
  }
}
