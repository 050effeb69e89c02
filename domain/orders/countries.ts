/** Codes that stand for no country, though they have a name: groups of them, tests, and the unknown one. */
const NONE = new Set(['EU', 'EZ', 'QO', 'UN', 'XA', 'XB', 'ZZ'])

let named: ReadonlyMap<string, string> | undefined

/** ISO 3166 code → English name, by name. */
export function countries(): ReadonlyMap<string, string> {
  named ??= new Map(allCountries().toSorted(([, a], [, b]) => a.localeCompare(b, 'en')))
  return named
}

function allCountries(): [string, string][] {
  const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
  return letters
    .flatMap((a) => letters.map((b) => a + b))
    .flatMap((code) => {
      const name = NONE.has(code) ? undefined : names.of(code)
      // A country that is no more has the code of the one that it became.
      const isNow =
        new Intl.Locale(`und-${code}`).region === code && Intl.getCanonicalLocales(`und-${code}`)[0] === `und-${code}`
      return name && isNow ? [[code, name] as [string, string]] : []
    })
}

const spellings: Readonly<Record<string, string>> = { USA: 'US', 'U.S.': 'US', 'U.S.A.': 'US', UK: 'GB', ENGLAND: 'GB' }
let codes: ReadonlyMap<string, string> | undefined

/** The code of a country as an address has it, a code or an English name; what is neither, in capitals. */
export function countryCode(written: string | undefined): string {
  const text = (written ?? '').trim().toUpperCase()
  codes ??= new Map([...countries()].map(([code, name]) => [name.toUpperCase(), code]))
  return spellings[text] ?? codes.get(text) ?? text
}
