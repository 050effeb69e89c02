import type { EtsySettings } from '#contract/channels/shapes/etsy.ts'
import { type OperatorRole, operatorRoleNames } from '#contract/safety/operators.ts'
import { safetyAttributes } from '#domain/safety/names.ts'
import { type EtsyListing, isPhysical } from './map.ts'

/**
 * From this day on Etsy rejects EU listings of traders that name no operators.
 * @see https://github.com/etsy/open-api/discussions/1774 read 2026-11-28
 */
const REQUIRED_FROM = '2027-02-01'
const requiredFromWords = 'February 1, 2027'

const neededRoles: readonly OperatorRole[] = ['manufacturer', 'responsible_person']

type Concerned = Pick<EtsyListing, 'fields' | 'safety'>

/** Whether Etsy wants operators of a listing: only a trader who sells goods to the EU names them. */
const isConcerned = ({ fields }: Concerned, settings: EtsySettings | undefined) =>
  settings?.euSales === 'trader' && isPhysical(fields)

function problemOf({ safety }: Concerned, role: OperatorRole): string | undefined {
  const called = role === 'manufacturer' ? 'a manufacturer' : 'an EU responsible person'
  const operator = safety?.operators[role]
  const unknown = safety?.unknown[role]
  if (unknown) return `You have no operator “${unknown}” with the role ${operatorRoleNames[role]}.`
  if (!operator) return `Etsy requires ${called} for buyers in the EU.`
  return operator.externalId ? undefined : `Enter Etsy’s ID for operator “${operator.name}”.`
}

/** What Etsy’s product safety rules miss, by attribute: problems from the day on which Etsy rejects them, warnings before. @param today as 2026-11-28 */
export function checkSafety(
  listing: Concerned,
  settings: EtsySettings | undefined,
  today: string,
): { errors: Record<string, string>; warnings: Record<string, string> } {
  if (!isConcerned(listing, settings)) return { errors: {}, warnings: {} }
  const problems = neededRoles.flatMap((role): [string, string][] => {
    const problem = problemOf(listing, role)
    return problem ? [[`attributes.${safetyAttributes[role]}`, problem]] : []
  })
  if (today >= REQUIRED_FROM) return { errors: Object.fromEntries(problems), warnings: {} }
  const warnings = problems.map(([field, problem]) => [field, `From ${requiredFromWords}: ${problem}`] as const)
  return { errors: {}, warnings: Object.fromEntries(warnings) }
}
