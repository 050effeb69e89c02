import { Button, Modal } from '@mantine/core'
import { useState } from 'react'
import type { CallReply } from '#contract/endpoint.ts'
import {
  bodyOf,
  priceSuggestionConfiguration,
  queryOf,
  savePriceSuggestionConfiguration,
  suggestPrice,
} from '#contract/channels/ebay-prices.ts'
import { bucketLabel } from '#domain/listings/pricing/sold-prices.ts'
import { resolve } from '#domain/products/attributes/references.ts'
import { nameKey, valuesOf } from '#domain/products/attributes/values.ts'
import { useRead, useWrite } from '#web/api.ts'
import { noteOf } from '#web/form/mentions/mention.ts'
import { TitleInput } from '#web/form/mentions/title-input.tsx'
import { useMay } from '#web/may.tsx'
import { Callout } from '#web/ui/layout/callout.tsx'
import { Bars } from '#web/ui/charts/bars.tsx'
import { ChartCard } from '#web/ui/charts/chart-card.tsx'
import { DialogFooter } from '#web/ui/dialogs/confirm.tsx'
import { moneyOf, number, plural } from '#web/ui/format.ts'
import { SearchMultiSelect } from '#web/ui/choices/search-select.tsx'
import { FormSkeleton } from '#web/ui/layout/skeleton.tsx'
import { toast } from '#web/ui/dialogs/toast.tsx'
import type { Template } from '../page/draft.ts'
import type { ProductForm } from '../page/form.ts'

interface Props {
  form: ProductForm
  template: Template
  onClose: () => void
}
type Configuration = CallReply<typeof priceSuggestionConfiguration>
interface Search {
  /** As typed, with references. */
  title: string
  attributes: string[]
}

/** What others sold the like for on eBay, and the price in the middle of it (PRO-282..PRO-289). */
export function SuggestDialog({ form, template, onClose }: Props) {
  const { data, error, refetch } = useRead(priceSuggestionConfiguration, { query: { templateId: template.id } })
  return (
    <Modal opened onClose={onClose} title="Suggest a price" size={640} yOffset="8vh">
      {error ? (
        <Callout
          tone="danger"
          action={
            <Button size="xs" variant="default" onClick={() => void refetch()}>
              Retry
            </Button>
          }
        >
          {error.message}
        </Callout>
      ) : !data ? (
        <FormSkeleton fields={2} label="Loading search keywords" />
      ) : data.on ? (
        <Finder form={form} template={template} configuration={data} onClose={onClose} />
      ) : (
        <Off onClose={onClose} />
      )}
    </Modal>
  )
}

const Off = ({ onClose }: { onClose: () => void }) => (
  <>
    <Callout>
      Price suggestions are off. eBay’s license limits the use of its sales data. Your administrator can turn them on
      with <code>EBAY_PRICE_SUGGESTIONS=on</code>, and eBay must grant the app “Marketplace Insights” access.
    </Callout>
    <DialogFooter>
      <Button variant="default" onClick={onClose}>
        Close
      </Button>
    </DialogFooter>
  </>
)

function Finder({ form, template, configuration, onClose }: Props & { configuration: Configuration }) {
  const { draft, set } = form
  const values = valuesOf(draft)
  const [search, setSearch] = useState<Search>({
    title: configuration.title || draft.title,
    attributes: configuration.attributes,
  })
  const [query, setAsked] = useState(search)
  const title = (of: Search) => resolve(of.title, values).text.replaceAll(/\{\{|\}\}/g, ' ')
  const sales = useRead(suggestPrice, {
    query: {
      templateId: template.id,
      title: title(query),
      ...queryOf(Object.fromEntries(query.attributes.map((name) => [name, values.get(nameKey(name)) ?? '']))),
    },
  })
  const price = sales.data?.suggestedPrice ?? null
  const use = () => {
    if (price === null) return
    set('price', price)
    onClose()
  }
  return (
    <form
      className="stack"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        // The dialog hangs in the product's form, which is not meant.
        event.stopPropagation()
        setAsked(search)
      }}
    >
      <TitleInput
        data-autofocus
        label="Search keywords"
        description={search.title.includes('{{') ? `Reads: ${title(search)}` : 'Type @ to mention an attribute.'}
        names={template.attributes.map(({ name }) => name)}
        noteOf={noteOf(values)}
        value={search.title}
        onChange={(next) => setSearch({ ...search, title: next })}
      />
      <SearchMultiSelect
        label="Must match"
        description="Only attributes with a value are listed."
        options={template.attributes.map(({ name }) => ({
          value: name,
          label: name,
          disabled: !values.get(nameKey(name))?.trim(),
        }))}
        maxValues={10}
        value={search.attributes}
        onChange={(attributes) => setSearch({ ...search, attributes })}
      />
      <div className="row wrap">
        <Button type="submit" variant="default" loading={sales.isFetching}>
          Find sold items
        </Button>
        <SaveSearch template={template} search={search} ownTitle={draft.title} />
      </div>
      <Sales sales={sales} />
      <DialogFooter>
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button disabled={price === null || sales.isFetching} onClick={use}>
          {price === null ? 'Use this price' : `Use ${moneyOf(price, sales.data?.currency ?? 'USD')}`}
        </Button>
      </DialogFooter>
    </form>
  )
}

/** Keeps what is looked for, for all products of the template; the product's own title stays each product's own. */
function SaveSearch({ template, search, ownTitle }: { template: Template; search: Search; ownTitle: string }) {
  const save = useWrite(savePriceSuggestionConfiguration, {
    onSuccess: () => toast.success('Saved Pricing Aspects to Template.'),
  })
  if (!useMay('templates:write')) return null
  const title = search.title === ownTitle ? '' : search.title
  return (
    <Button
      variant="subtle"
      loading={save.isPending}
      onClick={() => save.mutate({ body: { templateId: template.id, title, ...bodyOf(search.attributes) } })}
    >
      Save to template
    </Button>
  )
}

type Found = ReturnType<typeof useRead<typeof suggestPrice>>

function Sales({ sales }: { sales: Found }) {
  const { data } = sales
  const currency = data?.currency ?? 'USD'
  const buckets = (data?.buckets ?? []).map((bucket) => ({
    name: bucketLabel(bucket, (amount) => moneyOf(amount, currency)),
    count: bucket.count,
  }))
  return (
    <ChartCard
      title="Sold on eBay"
      read={sales}
      header={['Price', 'Sales']}
      rows={buckets.map(({ name, count }) => [name, count])}
      empty="No similar items sold in the last 90 days. Try fewer keywords or attributes."
      height={216}
      note={data && data.sales > 0 && sentence(data)}
    >
      {() => (
        <Bars
          label="Sales by price"
          parts={buckets.map(({ name, count }) => ({
            key: name,
            name,
            label: name,
            value: count,
            text: number(count),
          }))}
        />
      )}
    </ChartCard>
  )
}

function sentence({ sales, suggestedPrice, currency, category, loosely }: CallReply<typeof suggestPrice>): string {
  const where = category ? ` in ${category}` : ''
  const which = loosely ? ' with some of these words: none has them all' : ''
  return `${plural(sales, 'sale')}${where} in the last 90 days${which}. Half of them cost ${moneyOf(suggestedPrice, currency)} or less.`
}
