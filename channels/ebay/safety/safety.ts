import { europeanEbaySites } from '#contract/channels/dated-rules.ts'
import type { EbaySettings } from '#contract/channels/shapes/ebay.ts'
import { needsEuropeanAddress } from '#contract/safety/europe.ts'
import { operatorRoleNames } from '#contract/safety/operators.ts'
import { safetyAttributes } from '#domain/safety/names.ts'
import { documentKinds, type Safety, type SafetyDocument } from '#domain/safety/safety.ts'

const europeanSites = new Set(europeanEbaySites)
export const isEuropean = (marketplaceId: string): boolean => europeanSites.has(marketplaceId)

const most = { pictograms: 2, statements: 8, postalCodeChars: 9 }

/** What eBay’s rules for manufacturers miss, by attribute. @param isRequired what eBay says of the category on this site, since December 13, 2024 */
export function checkSafety(
  safety: Safety | undefined,
  isRequired: boolean,
  settings: Pick<EbaySettings, 'euSales'> | undefined,
): Record<string, string> {
  const problems = safety ? checkValues(safety) : {}
  if (!isRequired || settings?.euSales === 'private') return problems
  return { ...problems, ...checkOperators(safety) }
}

function checkOperators(safety: Safety | undefined): Record<string, string> {
  const { manufacturer, responsible_person: responsible } = safety?.operators ?? {}
  const at = (role: 'manufacturer' | 'responsible_person') => `attributes.${safetyAttributes[role]}`
  const unknown = (role: 'manufacturer' | 'responsible_person') =>
    safety?.unknown[role] && `You have no operator “${safety.unknown[role]}” with the role ${operatorRoleNames[role]}.`
  if (!manufacturer)
    return { [at('manufacturer')]: unknown('manufacturer') ?? 'eBay requires a manufacturer in this category.' }
  if (!manufacturer.postalCode)
    return { [at('manufacturer')]: `Enter a postal code for operator “${manufacturer.name}”. eBay requires it.` }
  if (responsible || !needsEuropeanAddress(manufacturer)) return {}
  return {
    [at('responsible_person')]:
      unknown('responsible_person') ??
      `eBay requires an EU responsible person: manufacturer “${manufacturer.name}” is outside the EU.`,
  }
}

/** eBay takes these files alone; a link without an ending may lead to one. */
const isOtherFile = ({ url }: SafetyDocument) => {
  const ending = /\.([a-z0-9]{1,5})$/i.exec(new URL(url).pathname)?.[1]?.toLowerCase()
  return ending !== undefined && !['pdf', 'png', 'jpg', 'jpeg'].includes(ending)
}

function checkDocuments({ documents, unreadDocuments }: Safety): Record<string, string> {
  const at = `attributes.${safetyAttributes.documents}`
  const [unread] = unreadDocuments
  if (unread !== undefined)
    return {
      [at]: `“${unread}” isn’t a link to a document. Enter links that start with https://, separated by commas, each with its kind before it if you like: ${documentKinds.join(', ')}.`,
    }
  const other = documents.find((document) => !URL.canParse(document.url) || isOtherFile(document))
  return other ? { [at]: `eBay takes PDF, PNG and JPEG documents, not ${other.url}.` } : {}
}

function checkValues({ operators, pictograms, statements, ...rest }: Safety): Record<string, string> {
  const problems: Record<string, string> = checkDocuments({ operators, pictograms, statements, ...rest })
  for (const role of ['manufacturer', 'responsible_person'] as const) {
    const { postalCode = '', name = '' } = operators[role] ?? {}
    if (postalCode.length > most.postalCodeChars)
      problems[`attributes.${safetyAttributes[role]}`] =
        `eBay postal codes can have up to ${most.postalCodeChars} characters. Shorten the one of operator “${name}”.`
  }
  for (const [kind, ids] of Object.entries({ pictograms, statements }) as ['pictograms' | 'statements', string[]][])
    if (ids.length > most[kind])
      problems[`attributes.${safetyAttributes[kind]}`] =
        `eBay allows up to ${most[kind]} safety ${kind}. You have ${ids.length}.`
  return problems
}
