// @vitest-environment jsdom
import { type ReactNode, useState } from 'react'
import { flushSync } from 'react-dom'
import { afterEach, expect, it } from 'vitest'
import { listAccounts } from '#contract/integrations/integrations.ts'
import { saveListingProducts, saveListingTemplates } from '#contract/listings/listings.ts'
import { ebayOptionValues, etsyOptionValues } from '#contract/listings/option-values.ts'
import { saveTemplate } from '#contract/templates.ts'
import { refresh } from '#web/cache.ts'
import { type AttributeOffers, useAttributeOffers } from '#web/form/mentions/attribute-offers.ts'
import { all, answer, away, theOne, press, show, type, until } from '#web/testing/screen.tsx'
import { AttributeValue } from './attribute-value.tsx'

afterEach(away)

const options = (count: number) => Array.from({ length: count }, (_, n) => `Shade ${n}`)
const ofTemplate: AttributeOffers = {
  of: (attribute) => ({ options: [...attribute.options], from: () => '' }),
  failed: [],
}
interface Given {
  count: number
  offers?: AttributeOffers
  type?: 'text' | 'number'
}
function Shade({ count, offers = ofTemplate, type = 'text' }: Given) {
  const [value, setValue] = useState('')
  return (
    <AttributeValue
      attribute={{ name: 'Shade', type, options: options(count), constraint: 'optional' }}
      offers={offers}
      value={value}
      onChange={setValue}
    />
  )
}
const field = () => theOne('field', 'Shade') as Promise<HTMLInputElement>

it('PRO-193 PRO-195 shows at most 250 options, and says that typing finds the rest', async () => {
  show(<Shade count={251} />)
  expect((await field()).placeholder).toBe('Type to search values...')
  await press('field', 'Shade')
  await until(() => all('option').length === 250)
  await type('Shade', 'Shade 250')
  await until(() => all('option').length === 1)
  await press('option', 'Shade 250')
  expect((await field()).value).toBe('Shade 250')
})

it('PRO-195 asks for no typing where all options are shown', async () => {
  show(<Shade count={250} />)
  expect((await field()).placeholder).toBe('')
})

it('PRO-194 what is typed counts at once: a save in the same moment loses nothing', async () => {
  show(<Shade count={3} />)
  await type('Shade', 'Teal')
  expect((await field()).value).toBe('Teal')
  function Kept() {
    const [value, setValue] = useState('')
    const attribute = { name: 'Tone', type: 'text', options: [], constraint: 'optional' } as const
    return (
      <>
        <AttributeValue
          attribute={{ ...attribute, options: [] }}
          offers={ofTemplate}
          value={value}
          onChange={setValue}
        />
        <output>{`Kept: ${value}`}</output>
      </>
    )
  }
  show(<Kept />)
  await type('Tone', 'Warm')
  expect(document.querySelector('output')?.textContent).toBe('Kept: Warm')
})

/** What the page of a product would be told. */
function Offered({ children }: { children: (offers: AttributeOffers) => ReactNode }) {
  return children(useAttributeOffers({ templateId: 3, productId: 12 }))
}
const account = (channel: 'ebay' | 'etsy' | 'csv') => ({ id: 5, channel, account: 'Shop', authenticated: true })
const shade = (values: string[]) => [{ name: 'shade', required: true, strict: true, options: values }]

it('LST-372 merges the values of all connected channels, says which each is from, and takes any other', async () => {
  const changes: Record<string, string>[] = []
  show(<Offered>{(offers) => <Shade count={1} offers={offers} />}</Offered>, {
    answers: [
      answer(listAccounts, [account('ebay'), account('etsy')]),
      answer(ebayOptionValues, ({ query }) => {
        changes.push(query)
        return shade(['Rose', 'Shade 0'])
      }),
      answer(etsyOptionValues, shade(['Rose', 'Moss'])),
    ],
  })
  await until(() => changes.length > 0)
  await press('field', 'Shade')
  const shown = () => all('option').map((option) => option.textContent)
  await until(() => shown().length === 3)
  expect(shown()).toEqual(['Shade 0eBay', 'RoseeBay, Etsy', 'MossEtsy'])
  expect(changes[0]).toEqual({ templateId: '3', productId: '12' })
  await type('Shade', 'Peat')
  expect((await field()).value).toBe('Peat')
  expect((await field()).getAttribute('aria-invalid')).not.toBe('true')
})

it.each([
  ['a listing template was saved', saveListingTemplates.changes],
  ['the template got another attribute', saveTemplate.changes],
  ['the product’s listing got another category', saveListingProducts.changes],
])('LST-372 asks the channels anew once %s, here or by somebody else', async (_, changes) => {
  let values = ['Rose']
  show(<Offered>{(offers) => <Shade count={1} offers={offers} />}</Offered>, {
    answers: [answer(listAccounts, [account('ebay')]), answer(ebayOptionValues, () => shade(values))],
  })
  await press('field', 'Shade')
  const shown = () => all('option').map((option) => option.textContent)
  await until(() => shown().join() === 'Shade 0,RoseeBay')
  values = ['Moss']
  await refresh(changes ?? [])
  await until(() => shown().join() === 'Shade 0,MosseBay')
})

it('LST-372 of a number stays a number, whatever texts a channel has', async () => {
  show(<Offered>{(offers) => <Shade count={0} offers={offers} type="number" />}</Offered>, {
    answers: [answer(listAccounts, [account('ebay')]), answer(ebayOptionValues, shade(['One size']))],
  })
  await type('Shade', 'much')
  await until(() => document.querySelector('[aria-invalid="true"]') !== null)
})

it('goes on being typed in where its values arrive meanwhile, and offers them to who comes back', async () => {
  function Late() {
    const [come, setCome] = useState(false)
    const offers = come ? { of: () => ({ options: ['Moss'], from: () => 'eBay' }), failed: [] } : ofTemplate
    return (
      <>
        <Shade count={0} offers={offers} />
        <button type="button" onClick={() => flushSync(() => setCome(true))}>
          Arrive
        </button>
      </>
    )
  }
  show(<Late />)
  await type('Shade', 'P')
  const typedIn = await field()
  document.querySelector('button')?.click()
  // As keys do: into whatever has the focus.
  expect(document.activeElement).toBe(typedIn)
  await type('Shade', 'Peat')
  expect([(await field()).value, await field()]).toEqual(['Peat', typedIn])
  // To another window and back: what had the focus has it again.
  typedIn.dispatchEvent(new FocusEvent('focusout', { bubbles: true }))
  expect(await field()).toBe(typedIn)
  typedIn.blur()
  await until(async () => (await field()).getAttribute('aria-haspopup') === 'listbox')
  expect((await field()).value).toBe('Peat')
  await type('Shade', 'Mo')
  await press('option', /^Moss/)
  expect((await field()).value).toBe('Moss')
})
