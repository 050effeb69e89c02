import { Switch, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { type Pricing, auctionDays, standardPricing } from '#contract/channels/pricing.ts'
import { isPriced, neverFalls, unlikely } from '#domain/listings/pricing/pricing.ts'
import { exampleOf } from '#domain/listings/pricing/words.ts'
import { Callout } from '#web/ui/layout/callout.tsx'
import { money } from '#web/ui/format.ts'
import { DecimalInput } from '#web/ui/inputs/number-input.tsx'
import { Select } from '#web/ui/choices/select.tsx'
import { type PartProps, inputId } from '../editor/fields.ts'
import { Section } from '../editor/section.tsx'
import classes from './pricing.module.css'
import { PricePlan } from './price-plan.tsx'

const pricingIn = (value: unknown): Pricing | undefined =>
  typeof value === 'object' && value !== null ? { ...standardPricing, ...value } : undefined

/** How a listing's price follows from its product's: a template's, or a product's own in its place. */
export function PricingField(props: PartProps) {
  const { field, fields, below, scope, onChange, place, errors, channel } = props
  const inherited = pricingIn(below[field.name]) ?? standardPricing
  const own = pricingIn(fields[field.name])
  const shown = own ?? (scope === 'product' ? inherited : standardPricing)
  const locked = scope === 'product' && !own
  const set = (change: Partial<Pricing>) => onChange({ [field.name]: { ...shown, ...change } })
  return (
    <Section title={field.section} collapsible>
      {scope === 'product' && (
        <Switch
          id={inputId(field.name)}
          label="Custom pricing for this product"
          checked={!locked}
          onChange={(event) => onChange({ [field.name]: event.currentTarget.checked ? inherited : null })}
        />
      )}
      {locked && <p className="small subtle">Using the listing template’s pricing.</p>}
      <Parts pricing={shown} locked={locked} set={set} error={errors[field.name]} />
      <Example pricing={shown} />
      {place && <PricePlan productId={place.productId} channel={channel} pricing={shown} />}
    </Section>
  )
}

interface PartsProps {
  pricing: Pricing
  locked: boolean
  set: (change: Partial<Pricing>) => void
}

type NumberName = { [N in keyof Pricing]: Pricing[N] extends number ? N : never }[keyof Pricing]
const unbounded = Number.MAX_VALUE

function Parts({ pricing, locked, set, error }: PartsProps & { error: string | undefined }) {
  const amount = (name: NumberName, label: string, unit: string, on: boolean, decimals = 6) => (
    <DecimalInput
      key={name}
      label={label}
      rightSection={unit && <span className="small subtle">{unit}</span>}
      rightSectionWidth={44}
      decimals={decimals}
      least={null}
      max={unbounded}
      disabled={locked || !on}
      value={pricing[name]}
      onChange={(value) => set({ [name]: value ?? standardPricing[name] })}
    />
  )
  const group = (name: 'price' | 'reducePrice' | 'listAuction' | 'relist', label: string, inputs: ReactNode) => (
    <fieldset className={classes.pricing}>
      <legend className="sr-only">{label}</legend>
      <Switch
        label={label}
        checked={pricing[name]}
        disabled={locked}
        onChange={(event) => set({ [name]: event.currentTarget.checked })}
      />
      <div className={classes.inputs}>{inputs}</div>
    </fieldset>
  )
  const { price, reducePrice, listAuction, relist } = pricing
  return (
    <>
      {error && <Callout tone="danger">{error}</Callout>}
      {unlikely(pricing) && <Callout tone="warning">{unlikely(pricing)}</Callout>}
      {group('price', 'Base Price', amount('basePrice', 'Base Price', '%', price))}
      {group('reducePrice', 'Price Reduction', [
        amount('maxPrice', 'Max Price', '%', reducePrice),
        amount('reduceBy', 'Reduce By', '%', reducePrice),
        amount('reduceEvery', 'Reduce Every', 'days', reducePrice),
      ])}
      {neverFalls(pricing) && <Callout tone="warning">{neverFalls(pricing)}</Callout>}
      {group('listAuction', 'Auction', [
        amount('startPrice', 'Start Price', '%', listAuction),
        amount('buyItNowPrice', 'Buy It Now Price', '%', listAuction),
        <AuctionLength key="length" pricing={pricing} locked={locked} set={set} />,
        amount('relistAuction', 'Relist Auction', 'times', listAuction, 0),
        <TextInput key="day" label="Start Day" disabled value={pricing.startDay || 'When it is listed'} readOnly />,
        <TextInput key="time" label="Start Time" disabled value={pricing.startTime || 'When it is listed'} readOnly />,
      ])}
      {group('relist', 'Relist', amount('relistEvery', 'Relist Every', 'days', relist, 0))}
      {listAuction && (reducePrice || relist) && (
        <Callout>During an auction, the price isn’t reduced and the item isn’t relisted.</Callout>
      )}
    </>
  )
}

function AuctionLength({ pricing, locked, set }: PartsProps) {
  const lengths = [...new Set<number>([...auctionDays, pricing.auctionLength])].toSorted((a, b) => a - b)
  return (
    <Select
      label="Auction Length"
      data={lengths.map((n) => ({ value: String(n), label: n === 1 ? '1 day' : `${n} days` }))}
      value={String(pricing.auctionLength)}
      allowDeselect={false}
      disabled={locked || !pricing.listAuction}
      onChange={(value) => set({ auctionLength: Number(value) })}
    />
  )
}

/** What becomes of a $100 product (LST-237). */
function Example({ pricing }: { pricing: Pricing }) {
  if (!isPriced(pricing))
    return <p className="small subtle">All pricing options are off. The listing uses the product’s price.</p>
  return (
    <div role="group" aria-label="Example price preview" className={classes.example}>
      <b>A $100.00 product</b>
      <ol>
        {exampleOf(pricing, (hundredths) => money(hundredths / 100)).map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ol>
    </div>
  )
}
