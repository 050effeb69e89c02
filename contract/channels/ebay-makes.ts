import type { Making, MakingAsk } from './describe.ts'

/** Of ISO 3166, and as its codes are called in English. */
const codes = `
  AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ
  CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO
  FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE
  JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO
  MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW
  PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM
  TN TO TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW
`
function countriesByName() {
  const names = new Intl.DisplayNames('en', { type: 'region' })
  return codes
    .trim()
    .split(/\s+/)
    .map((code) => [code, names.of(code) ?? code] as const)
    .toSorted(([, a], [, b]) => a.localeCompare(b, 'en'))
}
const choices = (all: readonly (readonly [value: string, label: string])[]) =>
  all.map(([value, label]) => ({ value, label }))
/** Made when first asked for: to name and sort them took as long as half of the script around them, which every page runs. */
let countries: ReturnType<typeof choices> | undefined
const named = (standard: string): MakingAsk => ({ name: 'name', label: 'Name', kind: 'text', chars: 64, standard })

/** What listings need on eBay and a seller may not have yet, by the field that it is chosen in. */
export const ebayMakes: Readonly<Record<string, Making>> = {
  locationId: {
    label: 'New location',
    about: 'Where you ship from. Enter a postal code or city. You can’t change this later on eBay.',
    asks: [
      named('Main warehouse'),
      {
        name: 'country',
        label: 'Country',
        kind: 'choice',
        get options() {
          return (countries ??= choices(countriesByName()))
        },
        standard: 'US',
      },
      {
        name: 'stateOrProvince',
        label: 'State or province',
        kind: 'text',
        chars: 128,
        help: 'If your country has none, enter the region.',
      },
      { name: 'postalCode', label: 'Postal code', kind: 'text', chars: 16, optional: true },
      { name: 'city', label: 'City', kind: 'text', chars: 128, optional: true },
      { name: 'phone', label: 'Phone', kind: 'text', chars: 36 },
    ],
  },
  paymentPolicyId: {
    label: 'New payment policy',
    about: 'eBay collects payments and pays you out. Choose when buyers have to pay.',
    asks: [
      named('Pay at once'),
      {
        name: 'immediatePay',
        label: 'Buyers pay',
        kind: 'choice',
        options: choices([
          ['yes', 'At once'],
          ['no', 'Within four days'],
        ]),
        standard: 'yes',
      },
    ],
  },
  returnPolicyId: {
    label: 'New return policy',
    about: 'Choose whether buyers can return items, for how long, and who pays for return shipping.',
    asks: [
      named('30 days'),
      {
        name: 'days',
        label: 'Returns',
        kind: 'choice',
        options: choices([
          ['14', 'Within 14 days'],
          ['30', 'Within 30 days'],
          ['60', 'Within 60 days'],
          ['0', 'Not accepted'],
        ]),
        standard: '30',
      },
      {
        name: 'payer',
        label: 'Return shipping is paid by',
        kind: 'choice',
        options: choices([
          ['BUYER', 'Buyer'],
          ['SELLER', 'Free for buyer (you pay)'],
        ]),
        standard: 'BUYER',
      },
      {
        name: 'refund',
        label: 'Refund method',
        kind: 'choice',
        options: choices([
          ['MONEY_BACK', 'Money back'],
          ['REPLACEMENT', 'Money back or replacement'],
        ]),
        standard: 'MONEY_BACK',
      },
    ],
  },
  fulfillmentPolicyId: {
    label: 'New fulfillment policy',
    about: 'How you ship within your country. You can add international shipping on eBay.',
    asks: [
      named('Standard shipping'),
      {
        name: 'handlingDays',
        label: 'Handling time',
        kind: 'choice',
        options: choices([
          ['0', 'Same business day'],
          ['1', '1 business day'],
          ...[2, 3, 4, 5, 6, 7, 10, 15, 20, 30, 40].map((days) => [String(days), `${days} business days`] as const),
        ]),
        standard: '1',
      },
      {
        name: 'costType',
        label: 'Shipping cost',
        kind: 'choice',
        options: choices([
          ['FLAT_RATE', 'Flat'],
          ['CALCULATED', 'Calculated'],
          ['FREIGHT', 'Freight (over 150 lbs)'],
          ['PICKUP', 'No Shipping (local pickup)'],
        ]),
        standard: 'FLAT_RATE',
        help: 'eBay calculates it for each buyer from weight and size.',
      },
      {
        name: 'service',
        label: 'Shipping service',
        kind: 'choice',
        optional: true,
        help: 'Not for freight and local pickup.',
        source: { lookup: 'shippingServices', value: 'shippingService', label: ['description'] },
      },
      {
        name: 'cost',
        label: 'Buyers pay for shipping',
        kind: 'text',
        chars: 12,
        standard: '0',
        help: 'Flat rate per item, in the marketplace’s currency. Enter 0 for free shipping.',
      },
    ],
  },
}
