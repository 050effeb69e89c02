import { createHash } from 'node:crypto'
import { z } from 'zod'
import { ChannelError } from '../../channel.ts'
import { toDecimal, toMinor } from '../../kit/money.ts'
import { readAs } from '../../kit/read.ts'
import { type EbayConnection, inventory, send } from '../calls.ts'
import { marketplaceOf } from './marketplaces.ts'

type Answers = Record<string, string>

const refuse = (fields: Record<string, string>) =>
  new ChannelError('invalid', Object.values(fields)[0] ?? '', { fields })

const most = 36
/**
 * eBay lets us name a location, in Latin letters. One name makes one key, so that a try whose answer was lost makes no second one; two names that
 * spell the same in those letters, or have none of them, are told apart.
 */
function keyOf(name: string): string {
  const plain = name.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()
  const spelt = plain.replaceAll(/[^a-z0-9]+/g, '-')
  // Spaces and the like say nothing; what else is lost does.
  const isWhole = !/[^a-z0-9\s.,'’&_-]/.test(plain) && `motto-${spelt}`.length <= most
  if (isWhole) return `motto-${spelt}`.replace(/-$/, '')
  const digest = createHash('sha256').update(name).digest('hex').slice(0, 8)
  return `motto-${spelt.slice(0, most - `motto--${digest}`.length)}-${digest}`.replaceAll(/-+/g, '-')
}

// @see https://developer.ebay.com/api-docs/sell/inventory/resources/location/methods/createInventoryLocation read 2026-11-22
async function location(c: EbayConnection, answers: Answers): Promise<string> {
  const { name = '', country = '', postalCode = '', city = '', stateOrProvince = '', phone = '' } = answers
  if (!postalCode && !city) throw refuse({ postalCode: 'Enter a postal code or city.' })
  const address = Object.entries({ city, stateOrProvince, postalCode, country }).filter(([, value]) => value !== '')
  const key = keyOf(name)
  await send(c, {
    method: 'POST',
    path: inventory(`/location/${encodeURIComponent(key)}`),
    json: {
      name,
      phone,
      location: { address: Object.fromEntries(address) },
      locationTypes: ['WAREHOUSE'],
      merchantLocationStatus: 'ENABLED',
    },
  })
  return key
}

/** What is made there of the answers, by eBay's word for the kind of policy. */
export const policies: Record<'payment' | 'return' | 'fulfillment', (answers: Answers, currency: string) => object> = {
  payment: ({ immediatePay }) => ({ immediatePay: immediatePay === 'yes' }),
  return: ({ days = '0', payer, refund = 'MONEY_BACK' }) =>
    days === '0'
      ? { returnsAccepted: false }
      : {
          returnsAccepted: true,
          refundMethod: 'MONEY_BACK',
          ...(refund === 'REPLACEMENT' && { returnMethod: refund }),
          returnPeriod: { unit: 'DAY', value: Number(days) },
          returnShippingCostPayer: payer,
        },
  fulfillment: (answers, currency) => ({
    handlingTime: { unit: 'DAY', value: Number(answers.handlingDays) },
    ...shippingOf(answers, currency),
  }),
}

/** Freight and local pickup are switches of the policy; all else is a service of a carrier. */
function shippingOf({ costType = 'FLAT_RATE', service, cost = '' }: Answers, currency: string): object {
  if (costType === 'FREIGHT') return { freightShipping: true }
  if (costType === 'PICKUP') return { localPickup: true }
  if (!service) throw refuse({ service: 'Choose a shipping service.' })
  const amount = costType === 'CALCULATED' ? undefined : costOf(cost, currency)
  const money = amount !== undefined && {
    freeShipping: amount === 0,
    ...(amount > 0 && { shippingCost: { value: toDecimal(amount, currency), currency } }),
  }
  const shippingServices = [{ sortOrder: 1, shippingServiceCode: service, ...money }]
  return { shippingOptions: [{ optionType: 'DOMESTIC', costType, shippingServices }] }
}

const policyKinds = Object.keys(policies) as (keyof typeof policies)[]

function costOf(typed: string, currency: string): number {
  if (!/^\d{1,7}([.,]\d{1,2})?$/.test(typed)) throw refuse({ cost: 'Enter an amount like 4.99, or 0.' })
  return toMinor(typed.replace(',', '.'), currency)
}

// @see https://developer.ebay.com/api-docs/sell/account/overview.html read 2026-11-22
async function policy(c: EbayConnection, kind: keyof typeof policies, answers: Answers): Promise<string> {
  const { id: marketplaceId, currency } = marketplaceOf(c.settings.marketplaceId)
  const made = await send(c, {
    method: 'POST',
    // eBay writes this one path with a slash at its end.
    path: `/sell/account/v1/${kind}_policy${kind === 'fulfillment' ? '/' : ''}`,
    json: {
      name: answers.name,
      marketplaceId,
      categoryTypes: [{ name: 'ALL_EXCLUDING_MOTORS_VEHICLES' }],
      ...policies[kind](answers, currency),
    },
  })
  const id = `${kind}PolicyId`
  return readAs('eBay', z.object({ [id]: z.string() }), made.body)[id] ?? ''
}

const notSwitchedOn =
  'Business policies are off for your eBay account. Turn them on below, under “Account setup”. eBay can take a day.'

/** Which of our questions a refusal is about. */
function atItsField(error: ChannelError): ChannelError {
  if (error.kind !== 'invalid' && error.kind !== 'conflict') return error
  if (/not eligible for business policy/i.test(error.message)) return new ChannelError('invalid', notSwitchedOn)
  const isTaken = error.code === '25803' || error.code === '20400'
  const isOfAddress = error.code === '25801' || error.code === '25802'
  const field = isTaken ? 'name' : isOfAddress ? 'postalCode' : undefined
  return field ? new ChannelError('invalid', error.message, { fields: { [field]: error.message } }) : error
}

/** Makes what listings need, by the field of the settings that names it. @returns its id there */
export async function make(c: EbayConnection, field: string, answers: Answers): Promise<string> {
  try {
    const kind = policyKinds.find((policyKind) => field === `${policyKind}PolicyId`)
    return await (kind ? policy(c, kind, answers) : location(c, answers))
  } catch (error) {
    throw error instanceof ChannelError ? atItsField(error) : error
  }
}
