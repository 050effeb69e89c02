import { beforeAll, expect, it } from 'vitest'
import { ChannelError } from '#channels/channel.ts'
import { decideProposal } from '#contract/agents/proposals.ts'
import { makeTemplate, makeToken } from '#seed/make.ts'
import { connectAgent } from '#server/testing/agent.ts'
import { publishingDesk } from '#server/testing/shop/many.ts'

const desk = publishingDesk()
const { preset, products, run, get, begin, through, market } = desk

let origin: string
beforeAll(async () => {
  origin = await desk.app.fastify.listen({ port: 0, host: '127.0.0.1' })
})
const connect = async () => {
  const { secret } = await makeToken(desk.shop.ctx, { usedBy: 'agent' })
  return connectAgent(origin, secret)
}
/** Products with their stock, to the byte. */
const stored = (ids: number[]) =>
  desk.shop.ctx.db
    .selectFrom('products as p')
    .innerJoin('stockLevels as s', 's.productId', 'p.id')
    .select(['p.id', 'p.sku', 'p.title', 'p.price', 'p.tags', 'p.attributes', 'p.description', 's.onHand', 's.sold'])
    .where('p.id', 'in', ids)
    .orderBy('p.id')
    .execute()

it('an AI agent fixes 60 blocked listings: explained, previewed, approved, applied, checked again, and undone to the byte', async () => {
  const { ctx, as } = desk.shop
  const mugs = (await makeTemplate(ctx, { name: 'Mugs', attributes: [{ name: 'Material' }] })).id
  await preset(mugs)
  const long = await products(mugs, 60, { title: `Mug ${'very '.repeat(16)}good` })
  const before = await stored(long)
  const runId = await begin(long, ['ebay'])
  for (let turn = 0; turn < 20 && (await get(runId)).state !== 'ready'; turn += 1) await run(runId)

  const agent = await connect()
  const explained = await agent.use('explain_listing', { sku: before[0]?.sku, channel: 'ebay' })
  expect(explained.data).toMatchObject({ listing: { errors: { title: expect.any(String) } } })
  const { problems } = (await agent.use('list_problems', { runId })).data as unknown as {
    problems: { cause: string; most: number; products: number }[]
  }
  expect(problems).toMatchObject([{ cause: 'title_too_long', products: 60, fixes: 'title', most: 80 }])
  const values = before.map(({ sku }) => ({ sku, value: `Very good mug ${sku}` }))
  const fix = { reason: 'eBay allows 80 characters', runId, cause: 'title_too_long', values }
  const proposal = await agent.use('propose_fix', fix)
  expect(proposal.data).toMatchObject({ state: 'waiting', products: 60, rows: { length: 60 } })
  const proposalId = proposal.data.id
  expect(await stored(long)).toEqual(before)
  expect((await agent.use('apply_proposal', { proposalId })).data).toMatchObject({ state: 'waiting' })
  await desk.app.call(decideProposal, { params: { id: proposalId }, body: { approve: true }, as })
  expect((await agent.use('apply_proposal', { proposalId })).data).toMatchObject({
    outcome: { changed: 60, failed: 0 },
  })

  await desk.ask('recheckPublishing', runId)
  for (let turn = 0; turn < 20 && (await get(runId)).state !== 'ready'; turn += 1) await run(runId)
  expect((await agent.use('list_problems', { runId })).data).toMatchObject({ problems: [] })
  expect((await agent.use('undo_session', { since: '2026-01-01T00:00:00Z' })).data).toMatchObject({
    undone: [proposalId],
    changed: 60,
    failed: 0,
  })
  expect(await stored(long)).toEqual(before)
}, 60_000)

/** eBay accepts no title with a word. @returns what lets it accept all again */
function rejectTitles(word: string) {
  const { listings } = market.ebay.channel
  const { publish } = listings
  listings.publish = async (connection, batch) => {
    const outcomes: Awaited<ReturnType<typeof publish>> = []
    for (const listing of batch)
      if (listing.title.includes(word)) {
        const sentence = `Remove the word “${word}”.`
        outcomes.push({ ok: false, error: new ChannelError('invalid', sentence, { fields: { title: sentence } }) })
      } else outcomes.push(...(await publish(connection, [listing])))
    return outcomes
  }
  return () => void (listings.publish = publish)
}

it('an AI agent fixes 60 listings that eBay rejected: read, previewed, approved, applied, published, and undone to the byte, on eBay too', async () => {
  const { as } = desk.shop
  const toys = (await makeTemplate(desk.shop.ctx, { name: 'Toys', attributes: [{ name: 'Material' }] })).id
  await preset(toys)
  const ids = await products(toys, 60, { title: 'Car replica' })
  const before = await stored(ids)
  const skus = before.map(({ sku }) => sku)
  const onEbay = () => market.ebay.shown().filter(({ sku }) => skus.includes(sku))
  const accept = rejectTitles('replica')
  const rejectedId = await begin(ids, ['ebay'])
  for (let turn = 0; turn < 20 && (await get(rejectedId)).state !== 'ready'; turn += 1) await run(rejectedId)
  await desk.ask('startPublishing', rejectedId)
  expect((await through(rejectedId)).accounts).toMatchObject([{ counts: { refused: 60 } }])
  expect(onEbay()).toEqual([])

  const agent = await connect()
  /** A person approves what waits, and the agent applies it. */
  const approved = async (name: string, input: object) => {
    const { data } = await agent.use(name, { reason: 'eBay rejected the word', ...input })
    expect(data).toMatchObject({ state: 'waiting', products: 60 })
    expect((await agent.use('apply_proposal', { proposalId: data.id })).data).toMatchObject({ state: 'waiting' })
    return {
      data,
      async apply() {
        await desk.app.call(decideProposal, { params: { id: data.id }, body: { approve: true }, as })
        const answer = await agent.use('apply_proposal', { proposalId: data.id })
        expect(answer.data).toMatchObject({ state: 'applied' })
        return answer.data
      },
    }
  }
  const problems = await agent.use('list_problem_products', { runId: rejectedId, limit: 100 })
  expect(problems.data).toMatchObject({ total: 60 })
  expect(JSON.stringify(problems.data).match(/Remove the word “replica”/g)).toHaveLength(60)
  const edits = [{ field: 'title', action: 'replace', find: 'replica', with: 'model' }]
  const fix = await approved('propose_product_edit', { changes: [{ skus, edits }] })
  const [row] = fix.data['rows'] as object[]
  const after = expect.stringMatching(/^Car model \d+$/)
  expect(row).toMatchObject({ changes: [{ field: 'title', after }], error: '' })
  expect(await stored(ids)).toEqual(before)
  expect(await fix.apply()).toMatchObject({ outcome: { changed: 60, failed: 0 } })

  const publishing = await approved('propose_publishing', { skus, accountIds: [desk.accounts.ebay] })
  const { runId } = publishing.data['run'] as { runId: number }
  for (let turn = 0; turn < 20 && (await get(runId)).state !== 'ready'; turn += 1) await run(runId)
  expect(onEbay()).toEqual([])
  await publishing.apply()
  await through(runId)
  expect(onEbay().map(({ title }) => title.replace(/\d+$/, 'n'))).toEqual(Array(60).fill('Car model n'))

  const undone = await agent.use('undo_session', { since: '2026-01-01T00:00:00Z' })
  expect(undone.data).toMatchObject({ undone: [publishing.data.id, fix.data.id], changed: 60, failed: 0, left: [] })
  await desk.shop.send()
  accept()
  expect(await stored(ids)).toEqual(before)
  expect(onEbay()).toEqual([])
}, 90_000)

it('what an AI agent changes shows on every channel, and its undo puts back what buyers saw there', async () => {
  const mugs = (await makeTemplate(desk.shop.ctx, { name: 'Cups', attributes: [{ name: 'Material' }] })).id
  await preset(mugs)
  const ids = await products(mugs, 4)
  const runId = await begin(ids)
  for (let turn = 0; turn < 20 && (await get(runId)).state !== 'ready'; turn += 1) await run(runId)
  await desk.ask('startPublishing', runId)
  await through(runId)
  const before = await stored(ids)
  const shown = () =>
    (['ebay', 'etsy', 'shopify'] as const).flatMap((channel) =>
      market[channel]
        .shown()
        .filter(({ sku }) => before.some((product) => product.sku === sku))
        .map((listing) => ({ channel, ...listing })),
    )
  const live = structuredClone(shown())
  expect(live.length).toBeGreaterThanOrEqual(12)

  const agent = await connect()
  const [first, second] = before.map(({ sku }) => sku)
  const since = new Date(Date.now() - 1000).toISOString()
  const applied = async (name: string, input: object) => {
    const proposal = await agent.use(name, { reason: 'A test', ...input })
    expect(proposal.isError, proposal.text).toBe(false)
    const answer = await agent.use('apply_proposal', { proposalId: proposal.data.id })
    expect(answer.data).toMatchObject({ state: 'applied', outcome: { failed: 0 } })
    await desk.shop.send()
    return proposal
  }
  const priced = await applied('propose_price_change', { changes: before.map(({ sku }) => ({ sku, percent: 10 })) })
  expect(priced.data).toMatchObject({ rows: [{ liveOn: ['ebay', 'etsy', 'shopify'] }, {}, {}, {}] })
  await applied('propose_stock_change', { changes: [{ sku: first, by: 2 }] })
  const edits = [{ field: 'title', action: 'append', text: ' (new)' }]
  await applied('propose_product_edit', { changes: [{ skus: [first, second], edits }] })
  expect(shown()).not.toEqual(live)
  expect((await agent.use('find_listings', { search: [first] })).data).toMatchObject({ total: 3 })

  expect((await agent.use('undo_session', { since })).data).toMatchObject({ failed: 0, left: [] })
  await desk.shop.send()
  expect(await stored(ids)).toEqual(before)
  expect(shown()).toEqual(live)
}, 60_000)

it('an AI agent publishes within its budget, and its undo unlists what it listed and nothing else', async () => {
  const mugs = (await makeTemplate(desk.shop.ctx, { name: 'Bowls', attributes: [{ name: 'Material' }] })).id
  await preset(mugs)
  const ids = await products(mugs, 3)
  const before = await begin(ids.slice(0, 1), ['ebay'])
  for (let turn = 0; turn < 20 && (await get(before)).state !== 'ready'; turn += 1) await run(before)
  await desk.ask('startPublishing', before)
  await through(before)
  const skus = (await stored(ids)).map(({ sku }) => sku)
  const shown = () =>
    market.ebay
      .shown()
      .filter(({ sku }) => skus.includes(sku))
      .map(({ sku }) => sku)
      .toSorted()
  expect(shown()).toEqual(skus.slice(0, 1))

  const agent = await connect()
  const accountIds = [desk.accounts.ebay]
  const proposal = await agent.use('propose_publishing', { reason: 'New season', skus, accountIds })
  expect(proposal.data).toMatchObject({ state: 'ready', about: 'publishing', products: 3, final: '' })
  const proposalId = proposal.data.id
  // It is being checked.
  expect(await agent.use('apply_proposal', { proposalId })).toMatchObject({ isError: true, error: 'proposal_closed' })
  const { runId } = (await agent.use('get_proposal', { proposalId })).data['run'] as { runId: number }
  for (let turn = 0; turn < 20 && (await get(runId)).state !== 'ready'; turn += 1) await run(runId)
  expect((await agent.use('get_proposal', { proposalId })).data).toMatchObject({
    run: { state: 'ready', ready: 2, accounts: [expect.stringMatching(/^eBay/)] },
  })
  expect(shown()).toEqual(skus.slice(0, 1))
  expect((await agent.use('apply_proposal', { proposalId })).data).toMatchObject({ state: 'applied' })
  await through(runId)
  expect(shown()).toEqual(skus.toSorted())
  expect((await agent.use('get_proposal', { proposalId })).data).toMatchObject({ outcome: { failed: 0 } })

  expect((await agent.use('undo_proposal', { proposalId })).data).toMatchObject({ state: 'undone' })
  await desk.shop.send()
  expect(shown()).toEqual(skus.slice(0, 1))
}, 60_000)

it('undoing what an AI agent publishes, while a channel is being asked, leaves nothing of it on the channel', async () => {
  const mugs = (await makeTemplate(desk.shop.ctx, { name: 'Plates', attributes: [{ name: 'Material' }] })).id
  await preset(mugs)
  const ids = await products(mugs, 3)
  const skus = (await stored(ids)).map(({ sku }) => sku)
  const shown = () => market.ebay.shown().filter(({ sku }) => skus.includes(sku))
  const agent = await connect()
  const accountIds = [desk.accounts.ebay]
  const { data } = await agent.use('propose_publishing', { reason: 'New season', skus, accountIds })
  const proposalId = data.id
  const { runId } = data['run'] as { runId: number }
  for (let turn = 0; turn < 20 && (await get(runId)).state !== 'ready'; turn += 1) await run(runId)
  const { listings } = market.ebay.channel
  const { publish } = listings
  const reached = Promise.withResolvers<void>()
  const answered = Promise.withResolvers<void>()
  listings.publish = async (connection, batch) => {
    reached.resolve()
    await answered.promise
    return publish(connection, batch)
  }
  await agent.use('apply_proposal', { proposalId })
  await run(runId)
  const sending = desk.shop.send()
  await reached.promise
  expect((await agent.use('undo_proposal', { proposalId })).data).toMatchObject({ state: 'undone' })
  answered.resolve()
  await sending
  listings.publish = publish
  await desk.shop.send()
  await run(runId)
  expect(shown()).toEqual([])
  expect((await agent.use('get_proposal', { proposalId })).data).toMatchObject({ state: 'undone' })
}, 60_000)
