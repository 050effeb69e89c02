import { nameKey } from '../../products/attributes/values.ts'

/**
 * What is offered for an attribute. Where a category is chosen: what it takes, and those of the template's own options that are not known to belong
 * to another category. Without one, what all categories take, of which one may refuse some (PRO-102, PRO-103).
 * @param all what the categories of all listing templates take @param usedElsewhere what the chosen ones take; without a choice, the same
 */
export function offered(own: readonly string[], all: readonly string[], usedElsewhere: readonly string[]): string[] {
  const fits = new Set(usedElsewhere)
  const others = new Set(all.filter((option) => !fits.has(option)))
  return [...new Set([...own.filter((option) => !others.has(option)), ...usedElsewhere])]
}

/** What a channel takes of the field that has an attribute's name. */
export interface ChannelOffer {
  channel: string
  fields: readonly { name: string; options: readonly string[] }[]
}

/** The options of one attribute, of all channels together, each with the channels that it comes from (LST-372). */
export function optionsOf(offers: readonly ChannelOffer[], attribute: string): Map<string, string[]> {
  const valuesByName = new Map<string, string[]>()
  for (const { channel, fields } of offers)
    for (const { name, options } of fields)
      if (nameKey(name) === nameKey(attribute))
        for (const option of options) {
          const known = valuesByName.get(option) ?? []
          if (!known.includes(channel)) valuesByName.set(option, [...known, channel])
        }
  return valuesByName
}
