// @vitest-environment jsdom
import { afterEach, describe, expect, it } from 'vitest'
import { toIntegrations, toTemplateListing } from '#web/addresses.ts'
import { answer, away, press, refusal, says, show, text, theOne, until } from '#web/testing/screen.tsx'
import { BeginPublishing } from './begin-dialog.tsx'
import { Groups } from './groups.tsx'
import { Actions } from './publishing-page.tsx'
import { PublishingRuns } from './publishing-runs-page.tsx'
import { failedTitle, isMoving, namesOf, remediesOf, type Run, sum } from './words.ts'

import * as contract from '#contract/publishing.ts'

afterEach(away)

const counts = { unchecked: 0, ready: 0, blocked: 0, asked: 0, listed: 0, refused: 0, dropped: 0 }
const at = (integrationId: number, channel: 'ebay' | 'etsy' | 'shopify', products: number, sentence: string) => ({
  integrationId,
  channel,
  state: 'blocked' as const,
  products,
  sentence,
  fields: [{ field: 'title', name: 'Title' }],
})
const group = (more: Partial<Run['groups'][number]> = {}): Run['groups'][number] => ({
  cause: 'title_too_long',
  title: 'Title is too long',
  name: 'Title',
  accounts: [at(3, 'ebay', 312, 'eBay titles can have up to 80 characters.')],
  templates: [{ templateId: 7, template: 'Mugs', products: 312 }],
  edits: 'title',
  fixes: 'title',
  most: 80,
  remedies: ['edit', 'template'],
  products: 312,
  listings: 312,
  examples: ['MUG-1', 'MUG-2', 'MUG-3'],
  ...more,
})
/** The products of a group, none of which is shown. */
const products = (ids: number[], capped = false) => answer(contract.listPublishProducts, { ids, capped, skus: [] })
const problems = (more: Partial<Run> = {}) => <Groups run={run(more)} onOpen={() => undefined} />
const run = (more: Partial<Run> = {}): Run => ({
  id: 5,
  state: 'ready',
  products: 500,
  total: 500,
  userName: 'Ana',
  createdAt: '2026-11-23T10:00:00.000Z',
  finishedAt: null,
  accounts: [
    {
      integrationId: 3,
      channel: 'ebay',
      account: 'mugs',
      waits: null,
      counts: { ...counts, ready: 188, blocked: 312 },
    },
  ],
  groups: [group()],
  moreGroups: false,
  ...more,
})
const accounts = [
  { integrationId: 3, channel: 'ebay' as const, account: 'mugs' },
  { integrationId: 4, channel: 'etsy' as const, account: 'pots' },
]

describe('what stands in the way of many listings', () => {
  it('is told by cause with a few of its products, and edits all of them at once', async () => {
    const screen = show(problems(), { answers: [products([11, 12, 13])] })
    await says('Title is too long')
    await says('312 products of Mugs')
    await says('Blocks publishing on eBay')
    await says('MUG-1, MUG-2, MUG-3 and 309 more')
    await press('button', 'Bulk Edit')
    await until(() =>
      screen.requests.some((request) => request.startsWith('GET /publishing/5/products?cause=title_too_long')),
    )
    await says('3 products selected.')
    // What the group is about is chosen already, and called as everywhere.
    expect(((await theOne('field', 'Edit 1, field')) as HTMLInputElement).value).toBe('Title')
    const fields = [{ field: 'aspects.Mount', name: 'Mount' }]
    const nameOf = namesOf(run({ groups: [group({ accounts: [{ ...at(3, 'ebay', 1, ''), fields }] })] }))
    expect([nameOf('ebay', 'aspects.Mount'), nameOf('etsy', 'aspects.Mount')]).toEqual(['Mount', 'aspects.Mount'])
  })
  it('spans templates and channels: how many products and listings, how many on each channel, and a page for each template', async () => {
    const empty = '“Mount” is empty, but the text uses it.'
    const missing = group({
      cause: 'missing_specific:Mount',
      title: 'Mount is empty',
      name: 'Mount',
      accounts: [at(3, 'ebay', 60, empty), at(4, 'etsy', 58, empty)],
      templates: [
        { templateId: 7, template: 'Lenses', products: 50 },
        { templateId: 8, template: 'Adapters', products: 10 },
      ],
      edits: 'attr.Mount',
      products: 60,
      listings: 118,
      examples: ['MUG-1'],
    })
    show(problems({ groups: [missing] }))
    await says('Mount is empty')
    await says('60 products of Lenses, Adapters, 118 listings on 2 channels')
    await says('Blocks publishing on eBay: 60, Etsy: 58')
    expect(remediesOf(missing)).toEqual([
      { label: 'Bulk Edit', links: [] },
      {
        label: 'Listing template',
        links: [
          { to: 'eBay: Lenses', link: toTemplateListing(7, 'ebay') },
          { to: 'eBay: Adapters', link: toTemplateListing(8, 'ebay') },
          { to: 'Etsy: Lenses', link: toTemplateListing(7, 'etsy') },
          { to: 'Etsy: Adapters', link: toTemplateListing(8, 'etsy') },
        ],
      },
    ])
  })
  it('each channel of a cause says its own sentence, and the same sentence once; what it rejected is told apart', async () => {
    const [ebay, etsy] = ['eBay requires a description.', 'Etsy requires a description.']
    const accounts = [
      at(3, 'ebay', 1, ebay),
      at(4, 'etsy', 1, etsy),
      { ...at(5, 'shopify', 1, etsy), state: 'refused' as const },
    ]
    show(problems({ groups: [group({ accounts })] }))
    await says(ebay)
    await says(etsy)
    expect(text().split('requires a description').length - 1).toBe(2)
    await says('Blocks publishing on eBay: 1, Etsy: 1. Rejected by Shopify: 1')
  })
  it('says how many are edited at once, where that is not all of them', async () => {
    show(problems(), { answers: [products([11, 12, 13], true)] })
    await press('button', 'Bulk Edit')
    await says('Bulk Edit handles 3 products at a time.')
    await says('Then check again to edit the rest.')
  })
  it('leads to what fixes the whole group: values are mapped, a category is chosen for the template', () => {
    const remedies = remediesOf(
      group({ name: 'Material', remedies: ['values', 'edit', 'category', 'template', 'prices', 'account'] }),
    )
    expect(remedies.map(({ label, links }) => [label, links[0]?.link])).toEqual([
      ['Map values', toTemplateListing(7, 'ebay', { mapping: 'values', field: 'Material' })],
      ['Bulk Edit', undefined],
      ['Choose category', { ...toTemplateListing(7, 'ebay'), hash: 'category' }],
      ['Listing template', toTemplateListing(7, 'ebay')],
      ['Prices', toIntegrations('ebay', {}, 'prices')],
      ['Integration', toIntegrations('ebay')],
    ])
  })
  it('is added up over all accounts; what still waits for an answer is looked at again', () => {
    const both = run({
      accounts: [
        ...run().accounts,
        { ...(run().accounts[0] as Run['accounts'][number]), counts: { ...counts, ready: 2 } },
      ],
    })
    expect([sum(both, 'ready'), sum(both, 'ready', 'blocked')]).toEqual([190, 502])
    expect([isMoving(run()), isMoving(run({ state: 'checking' }))]).toEqual([false, true])
    const waiting = [{ ...(run().accounts[0] as Run['accounts'][number]), counts: { ...counts, asked: 1 } }]
    expect(isMoving(run({ state: 'paused', accounts: waiting }))).toBe(true)
  })
})

describe('a run of many listings', () => {
  const of = (state: Run['state'], more: Partial<typeof counts>) =>
    run({ state, accounts: [{ ...(run().accounts[0] as Run['accounts'][number]), counts: { ...counts, ...more } }] })
  it('is not told to have failed before anything was sent', () => {
    expect(failedTitle(run())).toBe('Blocked products')
    const accounts = run().accounts.map((account) => ({ ...account, counts: { ...account.counts, refused: 1 } }))
    expect(failedTitle(run({ accounts }))).toBe('Failed products')
  })
  it('looks again at what was mended while others are being sent, and says that it is published with them', async () => {
    const now = of('running', { asked: 50, blocked: 2 })
    const screen = show(<Actions run={now} />, { answers: [answer(contract.recheckPublishing, now)] })
    await press('button', 'Check again and publish')
    await until(() => screen.requests.includes('POST /publishing/5/check'))
  })
  it('goes on after a pause with what was to be looked at again, too', async () => {
    const now = of('paused', { unchecked: 2 })
    const screen = show(<Actions run={now} />, { answers: [answer(contract.startPublishing, now)] })
    await press('button', 'Publish 2 more')
    await until(() => screen.requests.includes('POST /publishing/5/start'))
  })
})

describe('listing the chosen products', () => {
  const begin = (more: Parameters<typeof show>[1] = {}) =>
    show(<BeginPublishing selection={{ ids: [1, 2] }} count={2} onClose={() => undefined} />, {
      ...more,
      answers: [answer(contract.listPublishAccounts, accounts), ...(more.answers ?? [])],
    })
  it('asks for channels, at least one, and says what is refused', async () => {
    const screen = begin({
      answers: [answer(contract.beginPublishing, refusal({ status: 400, message: 'No products match anymore.' }))],
    })
    await says('2 products selected. We’ll check them first. Nothing is published until you confirm.')
    await theOne('field', 'Etsy')
    await press('field', 'Etsy')
    await press('button', 'Check 2 products')
    await says('No products match anymore.')
    expect(screen.sent(contract.beginPublishing)).toEqual([{ selection: { ids: [1, 2] }, integrationIds: [3] }])
    await press('field', 'eBay')
    await press('button', 'Check 2 products')
    await says('Choose a channel.')
    expect(screen.sent(contract.beginPublishing).length).toBe(1)
  })
  it('leads to the integrations where no channel is connected', async () => {
    show(<BeginPublishing selection={{ ids: [1] }} count={1} onClose={() => undefined} />, {
      answers: [answer(contract.listPublishAccounts, [])],
    })
    await says('No channels connected.')
    expect((await theOne('button', 'Check 1 product')).hasAttribute('disabled')).toBe(true)
  })
})

describe('the times that many products were listed', () => {
  const row = {
    id: 5,
    state: 'done' as const,
    products: 1500,
    userName: 'Ana',
    createdAt: '2026-11-23T10:00:00.000Z',
    finishedAt: '2026-11-23T10:05:00.000Z',
    accounts,
    failed: 10_000,
    failedCapped: true,
  }
  const runs = (data: (typeof row)[], offset = 0) =>
    show(<PublishingRuns offset={offset} onOffset={() => undefined} />, {
      answers: [answer(contract.listPublishing, { data, items: data.length + offset })],
    })
  it('stand there with their state, channels and what was not listed; each leads to its page', async () => {
    const screen = runs([row, { ...row, id: 4, products: 1, failed: 0, failedCapped: false, accounts: [] }], 25)
    const link = await theOne('link', 'List 1,500 products')
    expect(link.getAttribute('href')).toBe('/inventory/publishing/5')
    await says('10,000+')
    await theOne('link', 'List 1 product')
    expect(screen.requests).toEqual(['GET /publishing?offset=25&limit=25'])
  })
  it('are none at first: the page says how to begin', async () => {
    runs([])
    await says('No publish runs yet')
    await says('Select products in Inventory and click List.')
  })
})
