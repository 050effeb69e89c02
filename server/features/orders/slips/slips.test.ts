import sharp from 'sharp'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { handleOrders } from '#contract/orders/handling.ts'
import { cancelSlips, listSlips, makeSlips, saveSlipSettings, slipsFile } from '#contract/orders/slips.ts'
import { roles } from '#contract/permissions.ts'
import { makeMember, makeSeller, makeSession, makeUser } from '#seed/make.ts'
import { readCode128 } from '../../../testing/files/code128.ts'
import { pdfText } from '../../../testing/files/pdf.ts'
import { ordersDesk } from '../../../testing/shop/orders-desk.ts'
import { channelOrder, orderLine } from '../../../testing/shop/orders.ts'
import { readPicture } from '../../images/pictures.ts'
import { keepPicture } from '../../images/store.ts'
import { forgetSlips, slipsJob } from './jobs.ts'
import { SlipDrawing } from './drawing.ts'
import * as slips from './service.ts'

const { app, ctx, as, take, idOf, product } = ordersDesk()

const listed = async () => (await app().call(listSlips, { as: as() })).body.data ?? []
const ask = (query: object, body: object) => app().call(makeSlips, { query, body, as: as() } as never)
const made = async (query: object, body: object) => {
  const { data } = (await ask(query, body)).body
  if (!data) throw new Error('no document')
  await slipsJob(app().services, { organizationId: ctx().organizationId, documentId: data.id })
  const document = (await listed()).find(({ id }) => id === data.id)
  if (!document) throw new Error('no document')
  return document
}
const fileOf = (id: number) => app().call(slipsFile, { params: { id }, as: as() })
async function placed(n: number, over: Parameters<typeof channelOrder>[0] = {}) {
  const { sku } = await product(1000)
  const orders = Array.from({ length: n }, (_, at) =>
    channelOrder({
      number: `S-${at}`,
      orderDate: new Date(Date.UTC(2026, 10, 1, 0, 0, at)),
      buyer: { name: 'Ana Lima', email: '', phone: '' },
      shippingAddress: { name: 'Ana Lima', line1: '5 Rua Nova', city: 'Porto', postalCode: '4000' },
      lines: [orderLine({ sku, title: 'Brass lamp', quantity: 2 })],
      ...over,
    }),
  )
  await take(...orders)
  return { orders, sku }
}

describe('packing slips of many orders', () => {
  it.each([
    ['a4', [1, 1, 4]],
    ['letter', [1, 1, 4]],
    ['label', [1, 2, 7]],
    ['a6', [1, 2, 8]],
  ] as const)(
    'on %s, orders of 1, 12 and 60 lines take %j pages with a count, and none is blank',
    async (paper, counts) => {
      for (const [at, length] of [1, 12, 60].entries()) {
        const lines = Array.from({ length }, (_, n) =>
          orderLine({ externalId: `L${n}`, sku: `LAMP-${n}`, title: `Brass lamp ${n}` }),
        )
        const { orders } = await placed(1, { number: `P-${length}`, lines })
        const id = await idOf(orders[0] ?? channelOrder())
        const document = await made({ selectedIds: [String(id)] }, { paper })
        const pages = await pdfText((await fileOf(document.id)).raw)
        expect([paper, length, pages.length]).toEqual([paper, length, counts[at]])
        for (const [n, { text }] of pages.entries()) {
          expect(text).toContain(`P-${length}`)
          if (pages.length > 1) expect(text).toContain(`Page ${n + 1} of ${pages.length}`)
        }
      }
    },
  )

  it('show the logo and the return address of the organization', async () => {
    const file = await sharp({ create: { width: 300, height: 80, channels: 4, background: '#08f' } })
      .png()
      .toBuffer()
    const { organizationId } = ctx()
    const name = await keepPicture(app().services, String(organizationId), await readPicture(file))
    const logo = `https://x.test/media/${organizationId}/${name}`
    const save = (body: object) => app().call(saveSlipSettings, { body, as: as() } as never)
    expect((await save({ returnAddress: '9 Pier Rd\nHarbor, ME 04000', logo })).status).toBe(200)
    await placed(1)
    const document = await made({}, { paper: 'a6' })
    const { raw } = await fileOf(document.id)
    const [page] = await pdfText(raw)
    for (const words of ['9 Pier Rd', 'Harbor, ME 04000']) expect(page?.text).toContain(words)
    expect(raw.toString('latin1')).toContain('/Subtype /Image')
    expect(await save({ returnAddress: '', logo: `https://x.test/media/1/${'a'.repeat(64)}.png` })).toMatchObject({
      status: 400,
      body: { fields: { logo: 'Upload the logo here.' } },
    })
  })

  it('are one document, in the order of the list, with a page for each', async () => {
    const { sku } = await placed(45)
    const document = await made({}, { paper: 'a4' })
    expect(document).toMatchObject({ state: 'ready', orders: 45, done: 45, slips: 45, held: 0, unwritten: [] })
    const { raw, headers } = await fileOf(document.id)
    expect(headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': `attachment; filename="packing-slips-${document.id}.pdf"`,
    })
    expect(raw.length).toBe(document.bytes)
    const pages = await pdfText(raw)
    expect(pages).toHaveLength(45)
    expect(pages[0]?.text).toContain('S-44')
    expect(pages[44]?.text).toContain('S-0')
    for (const words of ['Packing Slip', 'Ana Lima', '5 Rua Nova', 'Porto, 4000', 'Brass lamp', sku, '2 items'])
      expect(pages[0]?.text).toContain(words)
    expect(pages[0]?.text).not.toContain('$')
    expect(pages.map(({ bars }) => bars.map(readCode128))).toEqual(pages.map((_, n) => [`S-${44 - n}`, sku]))
  })

  it.each([
    ['a4', 595, 842],
    ['letter', 612, 792],
    ['label', 288, 432],
  ] as const)('fit %s: nothing stands beyond its edge, however long title, SKU and order are', async (paper, w, h) => {
    const lines = Array.from({ length: 60 }, (_, n) =>
      orderLine({
        externalId: `L${n}`,
        sku: `${'W'.repeat(n % 50)}-${n}`,
        title: `${'Lampenschirmständer'.repeat(n % 9)} ${n}`,
      }),
    )
    await placed(1, { lines })
    const document = await made({}, { paper })
    const pages = await pdfText((await fileOf(document.id)).raw)
    expect(pages.length).toBeGreaterThan(1)
    for (const page of pages) {
      expect([Math.round(page.width), Math.round(page.height)]).toEqual([w, h])
      expect(page.right).toBeLessThanOrEqual(page.width)
      expect(page.bottom).toBeLessThanOrEqual(page.height)
    }
    pages.forEach(({ text }, n) => expect(text).toContain(`Page ${n + 1} of ${pages.length}`))
    expect(pages.every(({ text }) => text.includes('S-0'))).toBe(true)
    const all = pages.map(({ text }) => text.replaceAll(' ', '')).join('')
    for (const { sku } of lines) expect(all).toContain(sku)
    const scanned = pages.flatMap(({ bars }) => bars.map(readCode128))
    expect(scanned.slice(1)).toEqual(lines.map(({ sku }) => sku).filter((sku) => sku.length <= 30))
  })

  it('cut what would fill a page by itself, and go on', async () => {
    const long = 'Endless '.repeat(400)
    await placed(1, {
      lines: [orderLine({ sku: 'LONG-1', title: long }), orderLine({ externalId: 'L2', sku: 'AFTER-1', title: 'Cap' })],
      shippingAddress: { name: long, line1: long, line2: long, city: long, country: 'PT' },
    })
    const pages = await pdfText((await fileOf((await made({}, { paper: 'label' })).id)).raw)
    for (const page of pages) expect(page.bottom).toBeLessThanOrEqual(page.height)
    expect(pages.map(({ text }) => text).join(' ')).toMatch(/Endless…? .*AFTER-1/)
  })

  it('leave out what is held, sent or cancelled, and name what the document cannot write', async () => {
    const { orders } = await placed(4)
    const [onHold, , other] = await Promise.all(orders.map(idOf))
    await app().call(handleOrders, { body: { orderIds: [onHold ?? 0], hold: true }, as: as() })
    await ctx()
      .db.updateTable('orders')
      .set({ shippingAddress: JSON.stringify({ name: '山田 太郎', line1: '1-2-3' }) })
      .where('organizationId', '=', ctx().organizationId)
      .where('id', '=', other ?? 0)
      .execute()
    await ctx()
      .db.updateTable('orders')
      .set({ state: 'shipped' })
      .where('organizationId', '=', ctx().organizationId)
      .where('number', '=', 'S-1')
      .execute()
    const some = await made({}, { paper: 'letter' })
    expect(some).toMatchObject({ orders: 3, slips: 1, held: 1, unwritten: [{ id: other, name: 'S-2' }] })
    expect(await made({}, { paper: 'letter', openOnly: false })).toMatchObject({ orders: 4, slips: 2 })
    const chosen = await made({ selectedIds: [String(other)] }, { paper: 'a4' })
    expect(chosen).toMatchObject({ state: 'ready', orders: 1, slips: 0 })
    expect((await pdfText((await fileOf(chosen.id)).raw)).map(({ text }) => text)).toEqual(['No packing slips'])
  })

  it('write names of any European alphabet, and script as the text it is', async () => {
    for (const name of ['Łucja Żółć', 'Ольга Щ', 'Ελένη', '<script>alert(1)</script>', '/JavaScript (app.alert(1))'])
      await placed(1, { buyer: { name, email: '', phone: '' }, shippingAddress: { name } })
    const document = await made({}, { paper: 'label' })
    const { raw } = await fileOf(document.id)
    const pages = await pdfText(raw)
    expect(pages.map(({ text }) => text).join('\n')).toContain('<script>alert(1)</script>')
    for (const name of ['Łucja Żółć', 'Ольга Щ', 'Ελένη'])
      expect(pages.some(({ text }) => text.includes(name))).toBe(true)
    expect(raw.toString('latin1')).not.toMatch(/\/JavaScript|\/JS\b/)
  })

  it('are stopped by whoever presses Stop; a worker that died begins anew, and what is over is forgotten', async () => {
    await placed(3)
    const { data } = (await ask({}, { paper: 'a4' })).body
    const id = data?.id ?? 0
    const job = () => slipsJob(app().services, { organizationId: ctx().organizationId, documentId: id })
    await app().call(cancelSlips, { params: { id }, as: as() })
    await job()
    expect((await listed())[0]).toMatchObject({ state: 'cancelled', slips: 0 })
    expect((await fileOf(id)).status).toBe(404)
    const again = await made({}, { paper: 'a4' })
    // As a worker leaves it that dies in the middle.
    await ctx()
      .db.updateTable('slipDocuments')
      .set({ state: 'making', done: 2, slips: 2 })
      .where('organizationId', '=', ctx().organizationId)
      .where('id', '=', again.id)
      .execute()
    await slipsJob(app().services, { organizationId: ctx().organizationId, documentId: again.id })
    expect((await listed())[0]).toMatchObject({ id: again.id, state: 'ready', slips: 3, bytes: again.bytes })
    const dayAfter = new Date(Date.now() + 25 * 3_600_000)
    const services = { ...app().services, clock: { ...app().services.clock, now: () => dayAfter } }
    expect(await slips.list({ ...ctx(), services })).toEqual([])
    await expect(slips.file({ ...ctx(), services }, again.id)).rejects.toMatchObject({ code: 'not_found' })
    expect(await forgetSlips(services)).toBeGreaterThanOrEqual(2)
    const { n } = await ctx()
      .db.selectFrom('slipParts')
      .select((eb) => eb.fn.countAll<number>().as('n'))
      .where('organizationId', '=', ctx().organizationId)
      .executeTakeFirstOrThrow()
    expect(n).toBe(0)
  })

  it('fail as a document where a slip cannot be drawn, and another begins', async () => {
    const broken = new SlipDrawing({
      paper: 'a4',
      sender: 'Shop',
      returnAddress: [],
      logo: null,
      timeZone: 'Nowhere/None',
      made: new Date(0),
    })
    onTestFinished(() => broken.close())
    await expect(broken.end()).rejects.toThrow('time zone')
    await expect(broken.end()).rejects.toThrow('time zone')
    await placed(1)
    expect(await made({}, { paper: 'a4' })).toMatchObject({ state: 'ready', slips: 1 })
  })

  it('are stopped in the middle: what was made goes, and the rest is not drawn', async () => {
    await placed(45)
    const id = (await ask({}, { paper: 'label' })).body.data?.id ?? 0
    const { print } = SlipDrawing.prototype
    let drawn = 0
    const spy = vi.spyOn(SlipDrawing.prototype, 'print').mockImplementation(async function (this: SlipDrawing, slip) {
      drawn += 1
      if (drawn === 25) await app().call(cancelSlips, { params: { id }, as: as() })
      return print.call(this, slip)
    })
    onTestFinished(() => spy.mockRestore())
    await slipsJob(app().services, { organizationId: ctx().organizationId, documentId: id })
    expect(drawn).toBe(40)
    expect((await listed())[0]).toMatchObject({ id, state: 'cancelled', orders: 45, done: 20, slips: 20 })
    expect((await fileOf(id)).status).toBe(404)
    const parts = ctx().db.selectFrom('slipParts').select('position').where('organizationId', '=', ctx().organizationId)
    expect(await parts.where('documentId', '=', id).execute()).toEqual([])
    // Nobody takes it up again.
    await slipsJob(app().services, { organizationId: ctx().organizationId, documentId: id })
    expect(drawn).toBe(40)
  })

  it('are refused with a word where there are none, or too many are at work, and to guests', async () => {
    expect((await ask({}, { paper: 'a4' })).body).toMatchObject({
      code: 'invalid_input',
      fields: { selectedIds: 'None of these orders is open.' },
    })
    await placed(1)
    for (let n = 0; n < 5; n += 1) expect((await ask({}, { paper: 'a4' })).status).toBe(200)
    expect((await ask({}, { paper: 'a4' })).body.fields).toEqual({
      selectedIds: '5 PDFs are already being created. Wait for one to finish, or stop it.',
    })
    const neighbour = await makeSeller(app().services)
    const [theirs] = (await placed(1)).orders
    const selectedIds = [String(theirs && (await idOf(theirs)))]
    const call = { query: { selectedIds }, body: { paper: 'a4', openOnly: false }, as: neighbour.as }
    expect((await app().call(makeSlips, call as never)).body.fields).toEqual({
      selectedIds: 'There are no such orders.',
    })
    const guest = await makeUser(app().services)
    await makeMember(app().services, ctx().organizationId, guest.id, roles.guest)
    const who = await makeSession(app().services, guest.id, ctx().organizationId)
    expect((await app().call(makeSlips, { body: { paper: 'a4' }, as: who })).status).toBe(403)
  })
})
