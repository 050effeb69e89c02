import { expect, it } from 'vitest'
import { openTestSquare } from '../../testing/square-shop.ts'

it('the main location and the merchant of a token are told by their ids, and by "main" and "me"', async () => {
  const shop = openTestSquare()
  await shop.connect()
  const { merchant: merchants } = (await shop.api('GET', 'merchants')) as {
    merchant: { id: string; main_location_id: string }[]
  }
  const [merchant] = merchants
  expect(await shop.api('GET', 'locations/main')).toMatchObject({ location: { id: merchant?.main_location_id } })
  for (const id of ['me', merchant?.id]) expect(await shop.api('GET', `merchants/${id}`)).toEqual({ merchant })
})
