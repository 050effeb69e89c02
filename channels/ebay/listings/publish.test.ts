import { expect, it } from 'vitest'
import { EbaySettings } from '#contract/channels/shapes/ebay.ts'
import type { HttpCall } from '../../call.ts'
import { noConnection } from '../../testing/connection.ts'
import { ebayMug } from '../../testing/ebay-mug.ts'
import { end } from './listings.ts'
import { revise } from './publish.ts'

const external = { externalId: '110', url: '', parts: { MUG: { offerId: '7' } } }
const listing = ebayMug({ variants: [{ sku: 'MUG', options: {}, price: 1299, quantity: 1 }], external })

/** A listing whose offer eBay still calls published. */
function standing(listingStatus: string) {
  const requests: string[] = []
  const offer = { offerId: '7', sku: 'MUG', status: 'PUBLISHED', listing: { listingId: '110', listingStatus } }
  const http = async ({ method, url }: HttpCall) => {
    const path = new URL(url).pathname.replace('/sell/inventory/v1', '')
    requests.push(`${method} ${path}`)
    if (path.endsWith('/withdraw'))
      return { status: 400, headers: {}, body: { errors: [{ errorId: 25002, message: 'It cannot be ended.' }] } }
    return method === 'PUT' ? { status: 204, headers: {}, body: '' } : { status: 200, headers: {}, body: offer }
  }
  const c = { ...noConnection, origins: { api: 'https://api.example' }, settings: EbaySettings.parse({}), http }
  return { c, requests }
}

it.each(['ENDED', 'EBAY_ENDED'])('a listing that is %s is not revised, and needs no ending', async (status) => {
  const { c, requests } = standing(status)
  expect(await revise(c, [listing])).toMatchObject([{ ok: false, error: { kind: 'not_found' } }])
  expect(requests).toEqual(['GET /offer/7'])
  expect(await end(c, [external])).toMatchObject([{ ok: true }])
})

it.each(['ACTIVE', 'OUT_OF_STOCK', 'INACTIVE'])('one that is %s is revised, and ended no less', async (status) => {
  const { c, requests } = standing(status)
  expect(await revise(c, [listing])).toMatchObject([{ ok: true, value: { externalId: '110' } }])
  expect(requests.filter((request) => request.startsWith('PUT'))).toEqual(['PUT /inventory_item/MUG', 'PUT /offer/7'])
  expect(await end(c, [external])).toMatchObject([{ ok: false, error: { code: '25002' } }])
})
