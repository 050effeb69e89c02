/*
 * What a recording may keep of a request or an answer. Everything else is replaced by the name of its form, `<text>` or `<date>`: an unknown field
 * may hold a token, a name or an address, so values are kept only where they are known to be neither.
 */

/** Fields whose values are words of the channel's own: `status: "ACTIVE"`. */
const ofChannel =
  /(status|state|type|kind|format|code|policy|condition|currency|unit|severity|domain|category|availability|tracking|visibility|marketplace_?id|typename|made|reason|mode|usage|duration|version|error_?id)$/i
/** Fields that end like those and are about a person or a secret. */
const notOfChannel =
  /postal|zip|country|province|region|phone|discount|coupon|gift|auth|verif|secur|secret|token|invite|barcode|tracking_?(code|number)/i
/** Below these nothing but yes, no and nothing is kept. */
const aboutPeople =
  /address|buyer|customer|recipient|contact|billing|shipto|ship_to|owner|user|person|employee|account|merchant|payer|payee|card|tender|note|message_?to/i
/** Item specifics of a listing are lists by name, and the names are the seller's words. */
const isNamedBySeller = (name: string, value: object): boolean =>
  /^aspects$/i.test(name) && Object.values(value).every((values) => Array.isArray(values))
/** A word as programs write it, in capitals or in small letters; never both, as names have. */
const word = /^([A-Z][A-Z_]{2,40}(_\d{1,3})?|[a-z][a-z_]{2,40})$/
const shortCode = /^\d{1,6}$/

const forms: readonly [RegExp, string][] = [
  [/^[^\s@]{1,64}@[^\s@]{1,255}$/, '<email>'],
  [/^\d{4}-\d\d-\d\d([T ][\d:.]+(Z|[+-]\d\d:?\d\d)?)?$/, '<date>'],
  [/^[A-Z][a-z]{2}, \d{1,2} [A-Z][a-z]{2} \d{4} /, '<date>'],
  [/^https?:\/\//, '<url>'],
  [/^gid:\/\//, '<id>'],
  [/^-?\d+$/, '<digits>'],
  [/^-?\d+[.,]\d+$/, '<amount>'],
]
/** The name of the form that a text has. */
export const formOf = (text: string): string => forms.find(([pattern]) => pattern.test(text))?.[1] ?? '<text>'

const isPlaceholder = (text: string) => /^<[a-z]+>$/.test(text)

interface Place {
  /** The name of the field. */
  name: string
  people: boolean
  sent: ReadonlySet<string>
}

/** @returns `value` as it may be written to a file. Keeping twice changes nothing. @param sent what the walk itself sent */
export const withoutSecrets = (value: unknown, sent: ReadonlySet<string>): unknown =>
  keepAt(value, { name: '', people: false, sent })

function keepAt(value: unknown, place: Place): unknown {
  if (value === null || typeof value === 'boolean') return value
  if (typeof value === 'number') return keepNumber(value, place)
  if (typeof value === 'string') return keepText(value, place)
  if (Array.isArray(value)) return ofTestProduct(value, place.sent).map((item) => keepAt(item, place))
  if (typeof value !== 'object') return '<unknown>'
  const isBySeller = isNamedBySeller(place.name, value)
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      isBySeller ? '<name>' : fieldName(name),
      keepAt(inner, { ...place, name, people: place.people || aboutPeople.test(name) }),
    ]),
  )
}

/** Of a list that holds the test product only that is kept: the rest is the seller's. */
function ofTestProduct(list: readonly unknown[], sent: ReadonlySet<string>): readonly unknown[] {
  const named = list.filter((item) => typeof item === 'object' && item !== null && mentions(item, sent))
  return named.length > 0 ? named : list
}
const mentions = (value: unknown, sent: ReadonlySet<string>): boolean =>
  typeof value === 'string'
    ? value.length > 8 && sent.has(value)
    : typeof value === 'object' && value !== null && Object.values(value).some((inner) => mentions(inner, sent))

/** Some objects are lists by name, whose names are ids or people. */
const fieldName = (name: string): string =>
  /^[A-Za-z_$][\w$.-]{0,60}$/.test(name) && !/\d{3}/.test(name) && !/^[A-Z0-9]{8,}$/.test(name) ? name : '<name>'

const isOfChannel = ({ name, people }: Place) => !people && ofChannel.test(name) && !notOfChannel.test(name)

function keepNumber(value: number, place: Place): unknown {
  const isCode = isOfChannel(place) && /(code|error_?id|version)$/i.test(place.name) && value < 1_000_000
  if (isCode || (!place.people && place.sent.has(String(value)))) return value
  return Number.isInteger(value) ? '<integer>' : '<decimal>'
}

function keepText(value: string, place: Place): unknown {
  if (value === '' || isPlaceholder(value)) return value
  if (place.sent.has(value)) return value
  if (isOfChannel(place) && (word.test(value) || shortCode.test(value))) return value
  return formOf(value)
}
