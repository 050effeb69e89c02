import type { Env } from '../../kit/merchants.ts'
import type { SimAnswer } from '../../kit/simulator.ts'
import { notFound } from '../api/errors.ts'
import { locations, type LocationRow, merchantRow, minutesOf } from '../state.ts'

const shownMerchant = (env: Env) => {
  const { id, name, country, currency, mainLocationId, createdAt } = merchantRow(env)
  return {
    id,
    business_name: name,
    country,
    language_code: 'en-US',
    currency,
    status: 'ACTIVE',
    main_location_id: mainLocationId,
    created_at: createdAt,
  }
}

const shownLocation = (env: Env, { id, name, status, timezone, address }: LocationRow) => {
  const { country, currency, createdAt, name: business } = merchantRow(env)
  return {
    id,
    name,
    address,
    timezone,
    capabilities: ['CREDIT_CARD_PROCESSING'],
    status,
    created_at: minutesOf(createdAt),
    merchant_id: env.merchant,
    country,
    language_code: 'en-US',
    currency,
    business_name: business,
    type: 'PHYSICAL',
  }
}

/** One token, one merchant. */
export const listMerchants = (env: Env): SimAnswer => ({ status: 200, body: { merchant: [shownMerchant(env)] } })
/** `me` is the token's own. */
export function retrieveMerchant(env: Env, id: string): SimAnswer {
  if (id !== 'me' && id !== env.merchant) throw notFound(`The merchant ${id} was not found.`, 'merchant_id')
  return { status: 200, body: { merchant: shownMerchant(env) } }
}
export const listLocations = (env: Env): SimAnswer => ({
  status: 200,
  body: { locations: locations(env).map((location) => shownLocation(env, location)) },
})
/** `main` is the seller's main one. */
export function retrieveLocation(env: Env, id: string): SimAnswer {
  const locationId = id === 'main' ? merchantRow(env).mainLocationId : id
  const location = locations(env).find((candidate) => candidate.id === locationId)
  if (!location) throw notFound(`The location ${id} was not found.`, 'location_id')
  return { status: 200, body: { location: shownLocation(env, location) } }
}
