import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { getChangeSet, undoChangeSet } from '#contract/changes/changes.ts'
import { importPictures, productPictures, retryProductPictures } from '#contract/products/images.ts'
import { makeSeller, makeTemplate } from '#seed/make.ts'
import type { Guard } from '#server/http/outgoing/outgoing.ts'
import { type TestApp, testApp } from '#server/testing/setup/app.ts'
import { importer } from '#server/testing/files/import-file.ts'
import { until } from '#server/testing/setup/until.ts'
import { startBackground } from '../../background.ts'

let app: TestApp
let stop: () => Promise<void>
let shop: { host: string; requests: string[]; down: boolean; stop(): void }

/** Names lead to this machine, which no installation allows. */
const open: Guard = {
  resolve: async () => [{ address: '127.0.0.1', family: 4 }],
  mayReach: ({ address }) => address === '127.0.0.1',
  mayUse: () => true,
}

/** Another shop's pictures: each has a colour of its own. */
async function otherShop(): Promise<typeof shop> {
  const answer: RequestListener = (request, reply) => {
    const path = request.url ?? ''
    opened.requests.push(path)
    if (opened.down) return void reply.writeHead(503).end()
    if (path.startsWith('/gone')) return void reply.writeHead(404).end()
    if (path.startsWith('/page')) return void reply.writeHead(200, { 'content-type': 'text/html' }).end('<p>Gone</p>')
    void sharp({ create: { width: 40, height: 30, channels: 3, background: { r: path.length, g: 80, b: 120 } } })
      .jpeg()
      .toBuffer()
      .then((bytes) => reply.writeHead(200, { 'content-type': 'image/jpeg' }).end(bytes))
  }
  const server = createServer(answer).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const opened = {
    host: `http://cdn.shop.example:${(server.address() as AddressInfo).port}`,
    requests: [] as string[],
    down: false,
    stop: () => server.close().closeAllConnections(),
  }
  return opened
}

beforeAll(async () => {
  app = await testApp()
  shop = await otherShop()
  app.services.outgoing = open
  stop = (await startBackground(app.services)).stop
})
afterAll(async () => {
  await stop()
  await app.stop()
  shop.stop()
})

const own = /^http:\/\/localhost:3000\/media\/\d+\/[0-9a-f]{64}\.jpg$/

async function seller() {
  const { as, ctx } = await makeSeller(app.services)
  const { id: template } = await makeTemplate(ctx)
  const files = importer(app, as)
  const pictures = async (id: number) => (await app.call(importPictures, { params: { id }, as })).body.data
  /** Waits until nothing of an import is on its way any more. */
  const settled = (id: number) =>
    until('the pictures are settled', async () => {
      const now = await pictures(id)
      return now?.waiting === 0 && now.copied + now.failed > 0 ? now : undefined
    })
  const imported = (rows: readonly string[]) => files.imported(['SKU,Title,Images', ...rows].join('\n'), { template })
  const product = async (sku: string) => {
    const stored = await files.product(sku)
    if (!stored) throw new Error(`There is no ${sku}.`)
    return stored
  }
  return { as, ctx, files, template, pictures, settled, imported, product }
}

describe('pictures that an import links from another shop', () => {
  it('are copied into our own store, each fetched once, and shown from there', async () => {
    const { as, imported, product, settled } = await seller()
    const url = `${shop.host}/mug-1.jpg`
    const { id } = await imported([`A-1,Mug,${url}`, `A-2,Cup,${url}`])
    expect(await settled(id)).toEqual({ waiting: 0, copied: 2, failed: 0, failures: [] })
    expect(shop.requests).toEqual(['/mug-1.jpg'])
    const [mug, cup] = [await product('A-1'), await product('A-2')]
    expect(mug.images).toEqual([{ url: expect.stringMatching(own), source: 'cloudinary' }])
    expect(cup.images).toEqual(mug.images)
    const answer = await app.fastify.inject({ url: new URL(mug.images[0]?.url ?? '').pathname })
    expect({ status: answer.statusCode, type: answer.headers['content-type'] }).toEqual({
      status: 200,
      type: 'image/jpeg',
    })
    expect((await app.call(productPictures, { params: { id: mug.id }, as })).body.data).toMatchObject({ copied: 1 })
  })

  it('stay the copies when the same file comes again, which then changes nothing', async () => {
    const { files, imported, product, settled, template } = await seller()
    const row = `B-1,Mug,${shop.host}/again.jpg`
    await settled((await imported([row])).id)
    const { images } = await product('B-1')
    const calls = shop.requests.length
    const { rows } = await files.planned(`SKU,Title,Images\n${row}`, { template })
    expect(rows.map(({ outcome }) => outcome)).toEqual(['unchanged'])
    expect((await product('B-1')).images).toEqual(images)
    expect(shop.requests.length).toBe(calls)
  })

  it('can be taken back with their import: that they were copied is nobody’s change', async () => {
    const { as, files, imported, settled } = await seller()
    const { id, done } = await imported([`C-1,Mug,${shop.host}/undone.jpg`])
    await settled(id)
    const params = { id: done.changeSetId ?? 0 }
    const undone = (await app.call(undoChangeSet, { params, as })).body.data
    const end = await until('it is undone', async () => {
      const set = (await app.call(getChangeSet, { params: { id: undone?.id ?? 0 }, as })).body.data
      return set?.state === 'done' ? set : undefined
    })
    expect({ changed: end.changed, failed: end.failed }).toEqual({ changed: 1, failed: 0 })
    expect(await files.product('C-1')).toBeUndefined()
  })

  it('that cannot be had stay linked, and it is said why; a shop that was away is asked again on demand', async () => {
    const { as, imported, product, settled } = await seller()
    const [missing, page, away] = [`${shop.host}/gone.jpg`, `${shop.host}/page.jpg`, 'http://10.1.2.3/mug.jpg']
    const { id } = await imported([`D-1,Mug,${missing}`, `D-2,Cup,${page}`, `D-3,Jug,${away}`])
    const host = new URL(shop.host).host
    const progress = await settled(id)
    expect(progress.failures.map(({ sku, url, reason }) => ({ sku, url, reason }))).toEqual([
      { sku: 'D-1', url: missing, reason: `${host} answered 404.` },
      { sku: 'D-2', url: page, reason: `${host} answered with text/html; expected an image.` },
      { sku: 'D-3', url: away, reason: '10.1.2.3 isn’t publicly accessible, so Motto can’t load it.' },
    ])
    const jug = await product('D-3')
    expect(jug.images[0]?.url).toBe(away)
    const params = { id: jug.id }
    await app.call(retryProductPictures, { params, as })
    await until('it failed once more', async () => {
      const now = (await app.call(productPictures, { params, as })).body.data
      return now?.failed === 1 && now.waiting === 0
    })
  })

  it('of a shop that does not answer for a moment wait for the next try, and the product keeps the link', async () => {
    const { imported, pictures, product, ctx } = await seller()
    shop.down = true
    const { id } = await imported([`E-1,Mug,${shop.host}/later.jpg`])
    const row = () =>
      ctx.db
        .selectFrom('remotePictures')
        .select(['tries', 'reason', 'nextTryAt'])
        .where('organizationId', '=', ctx.organizationId)
        .executeTakeFirstOrThrow()
    const waiting = await until('it was tried', async () => {
      const now = await row()
      return now.tries > 0 ? now : undefined
    })
    shop.down = false
    expect(waiting).toMatchObject({ tries: 1, reason: `${new URL(shop.host).host} answered 503.` })
    expect(waiting.nextTryAt.getTime()).toBeGreaterThan(app.services.clock.now().getTime())
    expect(await pictures(id)).toMatchObject({ waiting: 1, failed: 0 })
    expect((await product('E-1')).images[0]?.url).toBe(`${shop.host}/later.jpg`)
  })
})
