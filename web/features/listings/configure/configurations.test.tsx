// @vitest-environment jsdom
import { useState } from 'react'
import { afterEach, expect, it } from 'vitest'
import { listingChannels } from '#contract/listings/listings.ts'
import type { ListingChoices } from '#web/form/products/listing-choice.ts'
import { aPanel, aSchema } from '#web/testing/listings.ts'
import { all, answer, away, choose, theOne, says, show, until } from '#web/testing/screen.tsx'
import { GoesLive, type Channels } from '../create/go-live-card.tsx'
import { Configurations } from './configurations.tsx'

afterEach(away)

let chosen: ListingChoices = {}
function Chosen() {
  const [choices, setChoices] = useState<ListingChoices>({})
  return (
    <Configurations
      templateId={7}
      choices={choices}
      onChange={(channel, choice) => setChoices((chosen = { ...choices, [channel]: choice }))}
    />
  )
}
const second = (account: string, authenticated = true) =>
  aPanel('shopify', [aSchema({ id: 'b', name: 'Of the second' }), aSchema({ id: 'c', name: 'Another' })], {
    integrationId: 8,
    account,
    authenticated,
  })
const open = (other: ReturnType<typeof second>) =>
  show(<Chosen />, {
    answers: [
      answer(listingChannels, {
        shopify: { ...aPanel('shopify', [aSchema({ name: 'Of the first' })], { account: 'Shop' }), others: [other] },
      } as never),
    ],
  })

it('a new product asks in which account it lists where a channel has several, and goes on with that account\u2019s listing templates', async () => {
  open(second('Second shop'))
  expect(((await theOne('field', 'Account')) as HTMLInputElement).value).toBe('Shop')
  await choose('Account', 'Second shop')
  await until(() => chosen.shopify?.account === 8)
  expect(chosen.shopify).toMatchObject({ account: 8, schemaId: '', category: '' })
  await until(() => (all('field', 'Account')[0] as HTMLInputElement).value === 'Second shop')
})

it('asks nothing where the other account is not connected', async () => {
  open(second('Second shop', false))
  await says('Shopify')
  expect(all('field', 'Account')).toEqual([])
})

it('the one screen of a first product asks for the account, too', async () => {
  const accounts = [
    { id: 5, name: 'Shop' },
    { id: 8, name: 'Second shop' },
  ]
  const channels = [{ channel: 'shopify', sandboxUrl: null, exists: true, connected: true, accounts }] as Channels
  let turned: unknown
  const card = (
    <GoesLive
      {...{ channels, failed: undefined, off: [], problems: {}, chosen: {}, busy: false }}
      onAccount={(...args) => (turned = args)}
      onTurn={() => undefined}
      onCreate={() => undefined}
    />
  )
  show(card)
  expect(((await theOne('field', 'Account of Shopify')) as HTMLInputElement).value).toBe('Shop')
  await choose('Account of Shopify', 'Second shop')
  await until(() => turned !== undefined)
  expect(turned).toEqual(['shopify', 8])
})
