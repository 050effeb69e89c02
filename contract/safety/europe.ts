/** Members of the European Union, ISO 3166. @see https://european-union.europa.eu/principles-countries-history/eu-countries_en */
const members = new Set('AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK'.split(' '))
const isInEu = (country: string): boolean => members.has(country)

/** Northern Ireland follows the EU’s product safety law; all of its postal codes begin with BT. */
const isNorthernIreland = (country: string, postalCode: string) => country === 'GB' && /^BT\d/i.test(postalCode)

/** Whether an address is outside the EU and Northern Ireland. */
export const needsEuropeanAddress = ({ country, postalCode }: { country: string; postalCode: string }): boolean =>
  !isInEu(country) && !isNorthernIreland(country, postalCode)
