import { carrierOf } from './carrier.ts'
import { printedCode } from '../packing/packing.ts'

/** How carriers' own numbers are formed; those that others use, too, come last. */
const forms: readonly (readonly [carrier: string, form: RegExp])[] = [
  ['UPS', /^1Z[0-9A-Z]{16}$/],
  ['USPS', /^9[1-5]\d{18,24}$/],
  ['USPS', /^[A-Z]{2}\d{9}US$/],
  ['Royal Mail', /^[A-Z]{2}\d{9}GB$/],
  ['Canada Post', /^[A-Z]{2}\d{9}CA$|^\d{16}$/],
  ['Australia Post', /^[A-Z]{2}\d{9}AU$/],
  ['DHL', /^J?JD\d{16,20}$|^\d{10}$/],
  ['FedEx', /^\d{12}$|^\d{15}$|^96\d{20}$/],
]

/** Where carriers show a parcel on its way. */
const pages: Readonly<Record<string, string>> = {
  USPS: 'https://tools.usps.com/go/TrackConfirmAction?tLabels=',
  UPS: 'https://www.ups.com/track?tracknum=',
  FedEx: 'https://www.fedex.com/fedextrack/?trknbr=',
  DHL: 'https://www.dhl.com/global-en/home/tracking.html?tracking-id=',
  'Royal Mail': 'https://www.royalmail.com/track-your-item#/tracking-results/',
  'Canada Post': 'https://www.canadapost-postescanada.ca/track-reperage/en#/search?searchFor=',
  'Australia Post': 'https://auspost.com.au/mypost/track/details/',
}

/** Blanks and dashes are how people read numbers, not part of them. */
const plain = (trackingNumber: string) => trackingNumber.replaceAll(/[\s-]/g, '').toUpperCase()

/** USPS prints the ZIP code before the number into the same barcode. Source: USPS Publication 199, "IMpb", the routing code 420. */
const ROUTED = /^420(?:\d{5}|\d{9})(?=9[1-5]\d{18,24}$)/

/** The tracking number that the barcode of a label holds. @param code as its scanner typed it */
export function labelNumber(code: string): string {
  const printed = printedCode(code)
  const bare = plain(printed)
  return ROUTED.test(bare) ? bare.replace(ROUTED, '') : printed
}

/** Who carries a parcel, by the form of its number; undefined where no carrier's fits. */
export const carrierByNumber = (trackingNumber: string): string | undefined =>
  forms.find(([, form]) => form.test(plain(trackingNumber)))?.[0]

/** Whether a scanned code can only be a carrier's. Up to fourteen digits may as well be a barcode of goods. */
export function isLabel(code: string): boolean {
  const number = labelNumber(code)
  return carrierByNumber(number) !== undefined && !/^\d{1,14}$/.test(plain(number))
}

/** Who carries a parcel: the known carrier that its service names, else by its number, else the service itself. */
export function carrierFor(service: string, trackingNumber: string): string {
  const named = carrierOf(service)
  return named in pages ? named : (carrierByNumber(trackingNumber) ?? named)
}

/** The carrier's own page of a parcel; undefined where its carrier is not known. */
export function trackingUrl(service: string, trackingNumber: string): string | undefined {
  const page = pages[carrierFor(service, trackingNumber)]
  return trackingNumber.trim() && page ? page + encodeURIComponent(plain(trackingNumber)) : undefined
}

/** What is odd about a number, '' where nothing is. No reason to refuse it: carriers have more forms than are known here. */
export function trackingDoubt(service: string, trackingNumber: string): string {
  const number = plain(trackingNumber)
  if (!number) return ''
  const fits = forms.flatMap(([carrier, form]) => (form.test(number) ? [carrier] : []))
  const named = carrierOf(service)
  if (named in pages)
    return fits.includes(named) ? '' : `This doesn’t look like a ${named} tracking number. Check the label.`
  return fits.length > 0 ? '' : 'This doesn’t match any known tracking number format. Check the label.'
}
