import { expect, it } from 'vitest'
import { carrierOf } from './carrier.ts'

it.each([
  ['USPSPriority', 'USPS'],
  ['usps first class', 'USPS'],
  ['UPS Ground', 'UPS'],
  ['FedEx 2Day', 'FedEx'],
  ['FEDEX_GROUND', 'FedEx'],
  ['Royal Mail Tracked 48', 'Royal Mail'],
  [' Bike courier ', 'Bike courier'],
  ['', ''],
])('%s is carried by %s', (service, carrier) => {
  expect(carrierOf(service)).toBe(carrier)
})
