/**
 * What is offered for an attribute. Where a category is chosen: what it takes, and those of the template's own options that are not known to belong
 * to another category. Without one, what all categories take, of which one may refuse some (PRO-102, PRO-103).
 * @param all what the categories of all listing templates take @param taken what the chosen ones take; without a choice, the same
 */
export function offered(own: readonly string[], all: readonly string[], taken: readonly string[]): string[] {
  const fits = new Set(taken)
  const others = new Set(all.filter((option) => !fits.has(option)))
  return [...new Set([...own.filter((option) => !others.has(option)), ...taken])]
}
