import { TextInput } from '@mantine/core'
import { useSearch } from '@tanstack/react-router'
import { type ComponentType, useEffect, useEffectEvent, useState } from 'react'
import { builtDescription } from '#contract/channels/all.ts'
import type { ChannelId } from '#contract/channels/ids.ts'
import { createAndList } from '#contract/listings/listings.ts'
import { getProduct, skuPrefixes } from '#contract/products/products.ts'
import type { Image } from '#contract/shapes.ts'
import { joinCondition, wizardConditions } from '#domain/products/condition.ts'
import { isPressed, shortcuts } from '#web/actions/shortcuts.ts'
import { linkTo, toNewProduct, toTemplate } from '#web/addresses.ts'
import { useRead, useWrite } from '#web/api.ts'
import type { ApiError } from '#web/call.ts'
import { useKept } from '#web/form/kept.ts'
import { useSkuTaken } from '#web/form/products/sku-taken.ts'
import { LookOnly, useMay } from '#web/may.tsx'
import { useSession } from '#web/session.ts'
import { Select } from '#web/ui/choices/select.tsx'
import { money, number } from '#web/ui/format.ts'
import { EntriesOf, useEntries } from '#web/ui/inputs/entries.tsx'
import { MoneyInput, QuantityInput } from '#web/ui/inputs/number-input.tsx'
import { Textarea } from '#web/ui/inputs/textarea.tsx'
import { Callout } from '#web/ui/layout/callout.tsx'
import { Card, Page, TwoColumns } from '#web/ui/layout/page.tsx'
import { Link, LinkButton, useNavigate } from '#web/ui/link.tsx'
import { Facts } from '#web/ui/tables/facts.tsx'
import { EbayWanted, Suggested } from '../ebay/specific-fields.tsx'
import { useEbayWants } from '../ebay/use-ebay-wants.ts'
import { focusField, inputId } from '../editor/fields.ts'
import classes from './create.module.css'
import {
  blankDraft,
  bodyOf,
  type FirstDraft,
  type Problems,
  problemsOn,
  suggestedSku,
  type Wants,
} from './first-draft.ts'
import { accountOf, GoesLive, IsLive, useChannels } from './go-live-card.tsx'

interface Props {
  /** The pictures of a product; they belong to another area. */
  Images: ComponentType<{ value: Image[]; onChange: (change: (images: Image[]) => Image[]) => void }>
}

/** One screen from nothing to live: what the connected channels require, and nothing else. */
export function CreateAndListPage({ Images }: Props) {
  const { product } = useSearch({ from: '/create-and-list' })
  const allowed = useMay('listings:write')
  return (
    <Page
      title="Create and list"
      count="Draft saved automatically."
      crumbs={[{ label: 'Inventory', to: linkTo({ to: '/inventory' }) }]}
      actions={
        <LinkButton {...toNewProduct()} variant="default">
          All fields
        </LinkButton>
      }
    >
      {!allowed ? (
        <LookOnly needs="listings:write" />
      ) : (
        <Screen key={product ?? 'new'} product={product} Images={Images} />
      )}
    </Page>
  )
}

function Screen({ product, Images }: Props & { product: number | undefined }) {
  const sellable = useChannels()
  return product === undefined ? (
    <Create sellable={sellable} Images={Images} />
  ) : (
    <TwoColumns
      main={<Created productId={product} />}
      aside={<IsLive productId={product} channels={sellable.channels} />}
    />
  )
}

/** What was created, in short. */
function Created({ productId }: { productId: number }) {
  const product = useRead(getProduct, { params: { id: productId } }).data
  return (
    <Card title={product?.title ?? 'Your product'}>
      {product && (
        <Facts>
          <dt>SKU</dt>
          <dd className="mono">{product.sku}</dd>
          <dt>Price</dt>
          <dd>{money(product.price)}</dd>
          <dt>Quantity</dt>
          <dd>{number(product.quantity)}</dd>
          <dt>Template</dt>
          <dd>
            <Link {...toTemplate(product.templateId)}>{product.template.name}</Link>
          </dd>
        </Facts>
      )}
      <p className="subtle">Stock stays in sync: a sale on one channel updates the others.</p>
    </Card>
  )
}

const conditions = Object.entries(wizardConditions).flatMap(([first, closer]) =>
  closer.length ? closer.map((second) => joinCondition(first, second)) : [first],
)

const serverProblems = (error: ApiError | null): Problems =>
  Object.fromEntries(
    Object.entries(error?.fields ?? {}).map(([path, sentence]) => [path.replace(/^product\./, ''), sentence]),
  )

function Create({ sellable, Images }: Props & { sellable: ReturnType<typeof useChannels> }) {
  const { channels } = sellable
  const navigate = useNavigate()
  const organization = useSession()?.clientName ?? ''
  const prefixes = useRead(skuPrefixes, { query: {} })
  const saved = useKept<FirstDraft>('create-and-list', blankDraft)
  const { draft } = saved
  const [tried, setTried] = useState(false)
  const on = channels?.filter((sold) => sold.connected && !draft.off.includes(sold.channel)).map((s) => s.channel) ?? []
  const accounts = Object.fromEntries(
    (channels ?? []).map((sold) => [sold.channel, accountOf(sold, draft.accounts?.[sold.channel])]),
  )
  const ebay = useEbayWants(draft, on, accounts['ebay'])
  const wants: Partial<Record<ChannelId, Wants>> = { ebay }
  const sku = draft.sku ?? (prefixes.data ? suggestedSku(organization, prefixes.data) : '')
  const skuProblem = useSkuTaken(sku)
  const problems: Partial<Record<ChannelId, Problems>> = Object.fromEntries(
    on.map((channel) => [
      channel,
      { ...problemsOn(channel, draft, sku, wants[channel]), ...(skuProblem ? { sku: skuProblem } : {}) },
    ]),
  )
  const create = useWrite(createAndList, {
    once: true,
    quiet: true,
    onSuccess: ({ id }) => {
      saved.forget()
      void navigate({ to: '/create-and-list', search: { product: id }, replace: true })
    },
  })
  const all: Problems = Object.assign({}, ...Object.values(problems).toReversed())
  const errors: Problems = { ...serverProblems(create.error), ...(tried ? all : skuProblem ? { sku: skuProblem } : {}) }
  const change = (next: Partial<FirstDraft>) => {
    if (create.isError) create.reset()
    saved.change((now) => ({ ...now, ...next }))
  }
  const entries = useEntries()
  const submit = () => {
    if (create.isPending || on.length === 0) return
    if (entries.problem) return entries.focus()
    setTried(true)
    const [field] = Object.keys(all)
    if (field) focusField(field)
    else
      create.mutate({
        body: bodyOf(
          draft,
          sku,
          on.map((channel) => ({ channel, account: accounts[channel], wants: wants[channel] })),
        ),
      })
  }
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (isPressed(shortcuts.finish, event)) submit()
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event)
    addEventListener('keydown', listener)
    return () => removeEventListener('keydown', listener)
  }, [])
  const failed = create.error && Object.keys(create.error.fields).length === 0 && create.error.code !== 'sku_taken'
  return (
    <TwoColumns
      main={
        <>
          {failed && <Callout tone="danger">{create.error.message} Your entries are still here.</Callout>}
          <section id={inputId('images')} tabIndex={-1} aria-label="Photos">
            <Images
              value={draft.images}
              onChange={(next) => saved.change((now) => ({ ...now, images: next(now.images) }))}
            />
            {errors.images && (
              <p className={classes.failed} role="alert">
                {errors.images}
              </p>
            )}
          </section>
          <EntriesOf form={entries}>
            <ProductFields draft={draft} change={change} errors={errors} sku={sku} on={on} />
          </EntriesOf>
          <EbayWanted
            wants={ebay}
            about={draft.title.trim()}
            errors={errors}
            onCategory={(category) => change({ category })}
            onSpecific={(name, value) => change({ attributes: { ...draft.attributes, [name]: value } })}
          />
        </>
      }
      aside={
        <GoesLive
          {...sellable}
          off={draft.off}
          chosen={draft.accounts ?? {}}
          onAccount={(channel, id) => change({ accounts: { ...draft.accounts, [channel]: id } })}
          problems={problems}
          onTurn={(channel, isOn) =>
            change({ off: isOn ? draft.off.filter((other) => other !== channel) : [...draft.off, channel] })
          }
          onCreate={submit}
          busy={create.isPending}
        />
      }
    />
  )
}

interface FieldsProps {
  draft: FirstDraft
  change: (next: Partial<FirstDraft>) => void
  errors: Problems
  sku: string
  on: readonly ChannelId[]
}

function ProductFields({ draft, change, errors, sku, on }: FieldsProps) {
  const tightest = on
    .flatMap((channel) => builtDescription(channel) ?? [])
    .toSorted((a, b) => a.limits.titleChars - b.limits.titleChars)[0]
  return (
    <div className={classes.grid}>
      <TextInput
        className={classes.whole}
        id={inputId('title')}
        label="Title"
        required
        value={draft.title}
        error={errors.title}
        // A line of its own before it is known: what stands below does not move when it comes.
        description={
          tightest ? `${draft.title.trim().length} / ${tightest.limits.titleChars} on ${tightest.name}` : '\u00A0'
        }
        onChange={(event) => change({ title: event.currentTarget.value })}
      />
      <MoneyInput
        id={inputId('price')}
        label="Price"
        required
        value={draft.price}
        error={errors.price}
        onChange={(price) => change({ price })}
      />
      <QuantityInput
        id={inputId('quantity')}
        label="Quantity"
        required
        value={draft.quantity}
        error={errors.quantity}
        onChange={(quantity) => change({ quantity })}
      />
      <Select
        label="Condition"
        data={conditions}
        value={draft.condition}
        onChange={(condition) => condition && change({ condition })}
      />
      <div>
        <TextInput
          id={inputId('sku')}
          label="SKU"
          required
          maxLength={100}
          autoComplete="off"
          value={sku}
          error={errors.sku}
          onChange={(event) => change({ sku: event.currentTarget.value })}
        />
        {draft.sku === null && <Suggested>Generated. You can change it.</Suggested>}
      </div>
      <div className={classes.whole}>
        <Textarea
          label="Description"
          minRows={2}
          value={draft.description ?? draft.title}
          onChange={(event) => change({ description: event.currentTarget.value })}
        />
        {draft.description === null && draft.title && <Suggested>Uses the title if left blank</Suggested>}
      </div>
    </div>
  )
}
