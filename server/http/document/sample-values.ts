/** Texts and numbers that examples show, by the names of fields. */

const DAY = '2026-11-02'
const TIME = '2026-11-02T09:30:00.000Z'

/** The first pattern that fits the name of a field. */
const texts: readonly (readonly [RegExp, string])[] = [
  [/sku$/i, 'MUG-1'],
  [/^(barcode|gtin|upc|ean)$/i, '4006381333931'],
  [/(number|orderId|externalId)$/i, '1042'],
  [/id$/i, '110553281'],
  [/e-?mail/i, 'ann@example.com'],
  [/image|picture|photo|thumbnail|logo/i, 'https://images.example.com/mug-1.jpg'],
  [/url|link|href|website/i, 'https://shop.example.com/mug-1'],
  [/(startDate|endDate|day|^from|^to|^date)$/i, DAY],
  [/(At|Date|Until|since|before|after|time)$/, TIME],
  [/timeZone/i, 'Europe/Berlin'],
  [/currency/i, 'USD'],
  [/country/i, 'US'],
  [/language|locale/i, 'en'],
  [/(postal|zip)/i, '97201'],
  [/city/i, 'Portland'],
  [/state(OrProvince)?$|region|province/i, 'OR'],
  [/street|address(Line)?1?$|line1/i, '12 Harbor Street'],
  [/phone/i, '+1 503 555 0100'],
  [/tracking/i, '1Z999AA10123456784'],
  [/^service$|carrier/i, 'UPS'],
  [/channel/i, 'ebay'],
  [/(buyer|customer|firstName|lastName|userName|displayName|^by$|^who$|person|member)/i, 'Ann Lee'],
  [/company|organization|account|brand|manufacturer/i, 'Northlight Pottery'],
  [/template/i, 'Mugs'],
  [/title|item/i, 'Stoneware mug, blue'],
  [/description|html/i, '<p>Holds 300 ml.</p>'],
  [/tag/i, 'summer'],
  [/reason|note|message|sentence|comment|text|summary|subject/i, 'The glaze has a scratch.'],
  [/attribute|^name$/i, 'Color'],
  [/value|option|label/i, 'Blue'],
  [/file/i, 'stock.csv'],
  [/warehouse|location/i, 'Main warehouse'],
  [/bin/i, 'A-12'],
  [/password/i, 'correct horse battery staple'],
  [/colou?r/i, '#2563eb'],
  [/code/i, 'MUG'],
  [/search|query|words/i, 'mug'],
]

/** @param format as JSON Schema names it */
export function textNamed(name: string, format?: string): string {
  if (format === 'date') return DAY
  if (format === 'date-time') return TIME
  if (format === 'uuid') return '3f2b8c1e-6f3a-4b7e-9a52-0d9f1c5e7a44'
  return texts.find(([pattern]) => pattern.test(name))?.[1] ?? 'Example'
}

const amounts: readonly (readonly [RegExp, number])[] = [
  [/^rate$/, 1],
  [/(price|total|amount|cost|revenue|profit|paid|fee|shipping|tax|sum|value)/i, 12.5],
  [/percent|margin|share|rate/i, 20],
  [/(quantity|available|onHand|units|pieces|stock)/i, 12],
  [/(reserved|sold|count|items|rows|orders|products|shortfall|changed)/i, 3],
  [/^(offset|page|index|at|version)$/i, 0],
  [/limit|pageSize/i, 25],
  [/weight|width|height|length/i, 10],
  [/bytes/i, 20_480],
  [/year/i, 2026],
  [/id$|^id/i, 41],
]
/** An amount with cents, or a whole number. */
export function amountNamed(name: string, isWhole: boolean): number {
  const amount = amounts.find(([pattern]) => pattern.test(name))?.[1] ?? 1
  return isWhole ? Math.round(amount) : amount
}

/** Texts for the patterns of the contract: the first that a pattern takes. */
const patterned = [
  'US',
  DAY,
  TIME,
  '110553281',
  '1.5',
  'mug-1',
  'title',
  'attr.Color',
  'ann@example.com',
  'https://images.example.com/mug-1.jpg',
  '3f2b8c1e-6f3a-4b7e-9a52-0d9f1c5e7a44',
  '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
]
/** @param usual what the name of the field suggests */
export const textFor = (pattern: string, usual: string): string =>
  [usual, ...patterned].find((text) => new RegExp(pattern, 'u').test(text)) ?? usual
