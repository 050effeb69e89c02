import { describe, expect, it } from 'vitest'
import { listProducts } from '#contract/products/products.ts'
import { productsShop } from '../../testing/shop/products.ts'

const { app, seller, make, get, update, made, list, pending, settle } = productsShop()

const skusFor = async (search: string) =>
  (await app().call(listProducts, { as: seller().as, query: { search: [search] } as never })).body.data?.data.map(
    ({ sku }) => sku,
  )

describe('a barcode', () => {
  it('is kept as digits, shown in lists, and found by its digits', async () => {
    const { id, barcode } = await made({ sku: 'TEA', title: 'Tea', barcode: '0 36000 29145 2' })
    expect(barcode).toBe('036000291452')
    const { body } = await app().call(listProducts, { as: seller().as, query: { ids: [id] } as never })
    expect(body.data?.data).toMatchObject([{ sku: 'TEA', barcode: '036000291452' }])
    expect([await skusFor('29145'), await skusFor('036000291452'), await skusFor('29146')]).toEqual([
      ['TEA'],
      ['TEA'],
      [],
    ])
  })

  it('whose last digit does not fit is refused at its field, and nothing of the product is saved', async () => {
    const refused = await make({ sku: 'WRONG', title: 'Wrong', barcode: '036000291453' })
    expect(refused).toMatchObject({
      status: 400,
      body: { code: 'invalid_input', fields: { 'product.barcode': expect.stringContaining('check digit') } },
    })
    const { id } = await made({ sku: 'RIGHT', title: 'Right', barcode: '96385074' })
    expect((await update({ id, title: 'Other', barcode: '96385075' })).status).toBe(400)
    expect(await get(id)).toMatchObject({ title: 'Right', barcode: '96385074' })
  })

  it('of each variation is its own, stays when it is left out, and is found', async () => {
    const { id, variations } = await made({
      sku: 'CUP',
      title: 'Cup',
      variations: [
        { name: 'Red', sku: 'CUP-R', barcode: '4006381333931' },
        { name: 'Blue', sku: 'CUP-B' },
      ],
    })
    expect(variations.map((v) => v.barcode)).toEqual(['4006381333931', ''])
    const [red, blue] = variations
    const answer = await update({
      id,
      variations: [
        { id: red?.id, name: 'Red', sku: 'CUP-R', quantity: 2 },
        { id: blue?.id, name: 'Blue', sku: 'CUP-B', barcode: 'n/a' },
      ],
    })
    expect(answer.status).toBe(200)
    expect((await get(id)).variations.map((v) => v.barcode)).toEqual(['4006381333931', 'Does not apply'])
    expect(await skusFor('6381333')).toEqual(['CUP'])
    const refused = await update({ id, variations: [{ id: red?.id, name: 'Red', sku: 'CUP-R', barcode: '1234' }] })
    expect(refused.body).toMatchObject({ fields: { 'product.variations.0.barcode': expect.any(String) } })
  })

  it('is told to live listings when it changes', async () => {
    const { id } = await made({ sku: 'LIVE', title: 'Live', barcode: '96385074' })
    await list(id)
    await settle(id)
    await update({ id, barcode: '4006381333931' })
    expect(await pending(id)).toBe('revise')
  })
})
