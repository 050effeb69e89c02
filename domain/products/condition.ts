/** What the wizard offers first, and the closer choice that some of them ask for (PRO-072..PRO-075). */
export const wizardConditions: Record<string, readonly string[]> = {
  New: [],
  'New Other': ['Open Box', 'With Tags', 'Unused'],
  Used: ['Excellent', 'Very Good', 'Good', 'Fair', 'Poor'],
  Refurbished: ['Excellent', 'Very Good', 'Good', 'Fair', 'Poor'],
  'Parts / Not Working': [],
}

/** The product page's list (PRO-076). */
export const productConditions = [
  'New',
  'Like New',
  'Refurbished',
  'Excellent',
  'Good',
  'Acceptable',
  'Parts or Not Working',
] as const

const between = ' - '

/** A condition is kept as its chosen text: first choice, " - ", second choice (PRO-077). */
export const joinCondition = (first: string, second: string) => (second ? `${first}${between}${second}` : first)

export function splitCondition(condition: string): { first: string; second: string } {
  const at = condition.indexOf(between)
  return at < 0
    ? { first: condition, second: '' }
    : { first: condition.slice(0, at), second: condition.slice(at + between.length) }
}

/** What the product page offers: its list, and the stored value where that is another one (PRO-077). */
export const conditionsFor = (stored: string): string[] =>
  !stored || (productConditions as readonly string[]).includes(stored)
    ? [...productConditions]
    : [stored, ...productConditions]
