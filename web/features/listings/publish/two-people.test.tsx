// @vitest-environment jsdom
import { afterEach, expect, it } from 'vitest'
import type { CallReply } from '#contract/endpoint.ts'
import { listingChannels, listProduct, saveListingProducts } from '#contract/listings/listings.ts'
import { lookups } from '#contract/integrations/lookups.ts'
import { getProduct } from '#contract/products/products.ts'
import { preflight } from '#contract/listings/preflight.ts'
import { listValueMappings } from '#contract/mappings/values.ts'
import { keyOf } from '#web/api.ts'
import { cache } from '#web/cache.ts'
import { aListing, aPanel, aProduct, aSchema, checked } from '#web/testing/listings.ts'
import { all, answer, away, theOne, press, refusal, says, show, text, type, until } from '#web/testing/screen.tsx'
import { PublishTab } from './publish-tab.tsx'

afterEach(away)

type Listing = CallReply<typeof saveListingProducts>[number]
const signedOut = refusal({ status: 401, code: 'unauthenticated', message: 'Please log in.' })
const late = refusal({ status: 409, code: 'edit_conflict', message: 'Read it again.' })

/** The publish panel of a product, whose listing a colleague may save meanwhile. */
function open() {
  let isOver = false
  let authenticated = true
  let listing = aListing('shopify', { schemaOverrides: { title: 'Read', productType: 'Shirt' }, version: 'first' })
  const screen = show(<PublishTab productId={12} channel="shopify" />, {
    answers: [
      answer(getProduct, aProduct()),
      answer(listingChannels, () => ({
        shopify: aPanel('shopify', [aSchema()], { listingProduct: listing, authenticated }),
      })),
      answer(listValueMappings, []),
      answer(lookups.shopify.collections, []),
      answer(preflight, checked as never),
      answer(listProduct, { status: 'fulfilled', externalId: '1', url: '', warnings: [] }),
      answer(saveListingProducts, ({ body }) => {
        if (isOver) return signedOut
        const [sent] = (body as { listingProducts: (Partial<Listing> & { version?: string })[] }).listingProducts
        if (sent?.version !== undefined && sent.version !== listing.version) return late
        listing = {
          ...listing,
          ...sent,
          listSettings: { ...listing.listSettings, ...sent?.listSettings },
          version: 'mine',
        }
        return [listing]
      }),
    ],
  })
  return {
    screen,
    saved: () => listing,
    disconnect: () => void (authenticated = false),
    session: (is: 'over' | 'back') => void (isOver = is === 'over'),
    colleague: (change: Partial<Listing>) => void (listing = { ...listing, ...change }),
    sent: () =>
      screen.sent(saveListingProducts).flatMap((body) => ('listingProducts' in body ? body.listingProducts : body)),
  }
}
const read = () =>
  cache.getQueryData<CallReply<typeof listingChannels>>(keyOf(listingChannels, { query: { productId: 12 } }))
const valueOf = async (field: string) => ((await theOne('field', field)) as HTMLInputElement).value

it('a save over what a colleague saved meanwhile is refused: what was typed stays, what they changed is shown, and the next save puts it on top', async () => {
  const panel = open()
  await type('Title', 'Mine')
  panel.colleague({ schemaOverrides: { title: 'Theirs', productType: 'Tee', vendor: 'Acme' }, version: 'second' })
  await press('button', 'Save Changes')
  await says(
    'Someone else saved the Shopify listing settings while you edited them: Title, Product Type, Vendor. Your changes are still here. Save again to apply them, or discard them to keep what was saved. You both changed Title. Saving keeps your version.',
  )
  expect(await valueOf('Title')).toBe('Mine')
  expect(panel.saved().schemaOverrides).toMatchObject({ title: 'Theirs' })
  // Somebody is quicker once more.
  panel.colleague({ schemaOverrides: { title: 'Theirs', productType: 'Tee', vendor: 'Bolt' }, version: 'third' })
  await press('button', 'Save Changes')
  await says('while you edited them: Vendor. Your changes')
  await press('button', 'Save Changes')
  await until(() => !text().includes('Your changes are still here'))
  expect(panel.saved().schemaOverrides).toEqual({ title: 'Mine', productType: 'Tee', vendor: 'Bolt' })
  expect(panel.sent().map(({ version }) => version)).toEqual(['first', 'second', 'third'])
})

it('what comes from a colleague while one types is not taken for one’s own: the save says what it began with', async () => {
  const panel = open()
  await type('Title', 'Mine')
  panel.colleague({ schemaOverrides: { title: 'Read', productType: 'Tee' }, version: 'second' })
  await cache.invalidateQueries()
  await until(() => read()?.shopify?.listingProduct?.version === 'second')
  await press('button', 'Save Changes')
  await says('while you edited them: Product Type. Your changes')
  await press('button', 'Discard')
  await until(async () => (await valueOf('Title')) === 'Read')
  await until(() => !text().includes('Your changes are still here'))
})

it('a switch that is turned leaves what a colleague wrote and turned', async () => {
  const panel = open()
  await press('switch', 'Sync with Shopify')
  panel.colleague({ schemaOverrides: { title: 'Theirs' }, version: 'second' })
  await press('button', 'Save Changes')
  await until(() => panel.saved().listSettings.sync)
  expect(panel.saved().schemaOverrides).toEqual({ title: 'Theirs' })
  expect(panel.sent()[0]?.listSettings).toMatchObject({ list: true, sync: true })
})

it('a double click saves once, and takes oneself for nobody else', async () => {
  const panel = open()
  await type('Title', 'Mine')
  const save = await theOne('button', 'Save Changes')
  save.click()
  save.click()
  await until(() => panel.saved().schemaOverrides.title === 'Mine')
  await until(() => all('button', 'Save Changes').length === 0)
  expect(panel.sent()).toHaveLength(1)
  expect(text()).not.toContain('saved elsewhere')
})

it('a session that ends meanwhile loses nothing that was typed: it is saved after a login in another tab', async () => {
  const panel = open()
  const cookie = document.cookie
  await type('Title', 'Mine')
  panel.session('over')
  await press('button', 'Save Changes')
  await says('Your changes are still here. Log in again in another tab, then save.')
  await theOne('button', 'Log In')
  expect(document.cookie).not.toContain('user=')
  await type('Title', 'Mine as well')
  expect(text()).not.toContain('You have view-only access')
  panel.session('back')
  document.cookie = cookie
  await press('button', 'Save Changes')
  await until(() => panel.saved().schemaOverrides.title === 'Mine as well')
})

it('what is typed for an account that somebody disconnects meanwhile stays until it is saved or discarded', async () => {
  const panel = open()
  await type('Title', 'Mine')
  panel.disconnect()
  await cache.invalidateQueries()
  await says('Integration Unauthenticated')
  expect(await valueOf('Title')).toBe('Mine')
  await press('button', 'Discard')
  await until(() => all('field', 'Title').length === 0)
})

it('and lists once', async () => {
  const panel = open()
  const list = await theOne('button', 'List on Shopify')
  list.click()
  list.click()
  await says('Successfully listed product.')
  expect(panel.screen.sent(listProduct)).toHaveLength(1)
})
