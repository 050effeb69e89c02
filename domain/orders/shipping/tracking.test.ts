import { expect, it } from 'vitest'
import { carrierByNumber, carrierFor, labelNumber, trackingDoubt, trackingUrl } from './tracking.ts'

it.each([
  ['1Z999AA10123456784', 'UPS'],
  ['1z 999 aa1 01 2345 6784', 'UPS'],
  ['9400 1000 0000 0000 0000 00', 'USPS'],
  ['RA123456789GB', 'Royal Mail'],
  ['EC123456789US', 'USPS'],
  ['123456789012', 'FedEx'],
  ['1234567890', 'DHL'],
  ['ABC', undefined],
  ['', undefined],
])('%s is a number of %s', (number, carrier) => expect(carrierByNumber(number)).toBe(carrier))

it('a service that names its carrier counts more than the form of the number', () => {
  expect(carrierFor('FedEx Ground', '1234567890')).toBe('FedEx')
  expect(carrierFor('Standard', '1Z999AA10123456784')).toBe('UPS')
  expect(carrierFor('Bike courier', 'ABC')).toBe('Bike courier')
})

it('the link leads to the carrier that is known, and to none otherwise', () => {
  expect(trackingUrl('', '1Z 999AA10123456784')).toBe('https://www.ups.com/track?tracknum=1Z999AA10123456784')
  expect(trackingUrl('USPS Priority Mail', 'x&y')).toBe('https://tools.usps.com/go/TrackConfirmAction?tLabels=X%26Y')
  expect(trackingUrl('Bike courier', 'ABC')).toBeUndefined()
  expect(trackingUrl('UPS', ' ')).toBeUndefined()
})

it.each([
  ['UPS Ground', '1Z999AA10123456784', ''],
  ['', '9400 1000 0000 0000 0000 00', ''],
  ['', ' ', ''],
  ['USPS Priority Mail', '1Z999AA10123456784', 'This doesn’t look like a USPS tracking number. Check the label.'],
  ['Bike courier', 'B-17', 'This doesn’t match any known tracking number format. Check the label.'],
])('%s and %s: %j is odd', (service, number, doubt) => expect(trackingDoubt(service, number)).toBe(doubt))

it.each([
  ['420902109400111899223100001234', '9400111899223100001234'],
  ['420 90210 9400 1118 9922 3100 0012 34', '9400111899223100001234'],
  ['4209021012349400111899223100001234', '9400111899223100001234'],
  [']C01Z999AA10123456784', '1Z999AA10123456784'],
  ['1Z999AA10123456784', '1Z999AA10123456784'],
  ['42012345', '42012345'],
])('a label of %s has the number %s', (code, number) => expect(labelNumber(code)).toBe(number))
