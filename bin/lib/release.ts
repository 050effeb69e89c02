/** A version like 1.4.0, without a suffix. */
const versionPattern = /^(\d+)\.(\d+)\.(\d+)$/
const HEADING = '## Unreleased'
const kinds = ['Added', 'Changed', 'Fixed']
/** So that a reader takes in a group at a glance; what is smaller is folded into these. */
const MOST_LINES = 10

/** @returns why the version cannot follow the current one, or undefined */
export function versionProblem(current: string, next: string): string | undefined {
  const [from, to] = [parts(current), parts(next)]
  if (!to) return `${next} is not a version like 1.4.0.`
  if (!from) return `The current version, ${current}, is not a version like 1.4.0.`
  const at = to.findIndex((part, index) => part !== from[index])
  return at >= 0 && (to[at] ?? 0) > (from[at] ?? 0) ? undefined : `${next} does not follow ${current}.`
}
const parts = (version: string) => versionPattern.exec(version)?.slice(1).map(Number)

/** @returns what has to change in the section "Unreleased" before it can be released, a sentence each */
export function changelogProblems(changelog: string): string[] {
  const section = unreleased(changelog)
  if (section === undefined) return [`CHANGELOG.md has no section "${HEADING}".`]
  const groups = section.split(/^### /m).slice(1)
  if (groups.length === 0) return ['The section "Unreleased" of CHANGELOG.md is empty.']
  return groups.flatMap((group) => {
    const [title = '', ...lines] = group.trim().split('\n')
    const entries = lines.filter((line) => line.startsWith('- ')).length
    return [
      ...(kinds.includes(title) ? [] : [`"${title}" is not one of ${kinds.join(', ')}.`]),
      ...(entries > 0 ? [] : [`"${title}" has no entries.`]),
      ...(entries > MOST_LINES ? [`"${title}" has ${entries} entries. Fold them into ${MOST_LINES}.`] : []),
    ]
  })
}

const unreleased = (changelog: string): string | undefined => changelog.split(`${HEADING}\n`)[1]?.split(/^## /m)[0]

/** The changelog with "Unreleased" named after the version. @param day like 2026-12-01 */
export const withVersion = (changelog: string, version: string, day: string): string =>
  changelog.replace(`${HEADING}\n`, () => `## ${version} – ${day}\n`)

interface BillOfMaterials {
  components?: { externalReferences?: { type: string }[] }[]
}

/** A CycloneDX document without the addresses that packages were downloaded from: they are the registry of whoever releases. Hashes stay. */
export function billOfMaterials(document: string): string {
  const bill = JSON.parse(document) as BillOfMaterials
  for (const component of bill.components ?? [])
    component.externalReferences = component.externalReferences?.filter(({ type }) => type !== 'distribution') ?? []
  return `${JSON.stringify(bill, null, 2)}\n`
}
