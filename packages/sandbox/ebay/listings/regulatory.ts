import { isObject, type Json, listOf, objectOf, textOf } from '../../kit/json.ts'
import { type EbayErrorBody, inventoryError } from '../api/errors.ts'
import { documentStatus } from '../media/documents.ts'
import type { Offer } from '../shapes.ts'
import type { Shop } from '../state.ts'
import { ancestry } from './catalog.ts'

/** Toys & Hobbies. Which categories eBay names is told by its API alone; that it is these is ours. */
const concerned = '220'
const european = new Set([
  'EBAY_AT',
  'EBAY_BE',
  'EBAY_DE',
  'EBAY_ES',
  'EBAY_FR',
  'EBAY_IE',
  'EBAY_IT',
  'EBAY_NL',
  'EBAY_PL',
])

const needsManufacturer = (marketplaceId: string, categoryId: string): boolean =>
  european.has(marketplaceId) && ancestry(categoryId).some(({ id }) => id === concerned)

/** What getRegulatoryPolicies says of a category. */
export const regulatoryAttributes = (marketplaceId: string, categoryId: string): Json[] => {
  const usage = needsManufacturer(marketplaceId, categoryId) ? 'REQUIRED' : 'OPTIONAL'
  return european.has(marketplaceId)
    ? [
        { name: 'MANUFACTURER_CONTACT', usage },
        { name: 'PRODUCT_SAFETY', usage: 'OPTIONAL' },
      ]
    : []
}

const members = new Set('AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK'.split(' '))
const isEuropean = (contact: Json) =>
  members.has(textOf(contact['country'])) ||
  (contact['country'] === 'GB' && textOf(contact['postalCode']).toUpperCase().startsWith('BT'))

const needed = ['companyName', 'addressLine1', 'city', 'postalCode', 'country']
/** Which fields of a contact eBay refuses to miss is not published: these are ours. */
const isComplete = (contact: Json) =>
  needed.every((name) => textOf(contact[name]) !== '') &&
  (textOf(contact['email']) !== '' || textOf(contact['contactUrl']) !== '')

/** What is missing of an offer’s manufacturer and responsible person. The number and the sentences of these refusals are ours. */
export function regulatoryProblems(shop: Shop, offer: Offer): EbayErrorBody[] {
  const regulatory = objectOf(offer['regulatory'])
  const manufacturer = objectOf(regulatory['manufacturer'])
  const persons = listOf(regulatory['responsiblePersons']).filter(isObject)
  const problem = (name: string, sentence: string) =>
    inventoryError(25002, `A user error has occurred. ${sentence}`, { 0: name })
  const isAccepted = (id: string) => {
    const document = shop.get('document', id)
    return document !== undefined && documentStatus(shop, document) === 'ACCEPTED'
  }
  const open = listOf(regulatory['documents']).find((entry) => !isAccepted(textOf(objectOf(entry)['documentId'])))
  if (open !== undefined)
    return [problem('regulatory.documents', `The document ${textOf(objectOf(open)['documentId'])} is not accepted.`)]
  const safety = objectOf(regulatory['productSafety'])
  if (textOf(safety['component']) !== '' && !safety['pictograms'] && !safety['statements'])
    return [problem('regulatory.productSafety', 'Product safety needs pictograms or statements.')]
  if (!needsManufacturer(offer.marketplaceId, offer.categoryId)) return []
  if (!isComplete(manufacturer))
    return [problem('regulatory.manufacturer', 'The manufacturer is missing or incomplete. Add the manufacturer.')]
  if (isEuropean(manufacturer) || persons.some((person) => isComplete(person) && isEuropean(person))) return []
  return [problem('regulatory.responsiblePersons', 'A responsible person in the EU is missing.')]
}
