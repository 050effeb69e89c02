import { safetyAttributes } from '../safety/names.ts'

/** What a channel asks of the listings of one category, as far as a change of it concerns live listings: compared each night with the night before. */
export interface CategoryRules {
  /** The channel doesn’t have the category anymore. */
  isRemoved: boolean
  /** Attributes that each listing needs. */
  required: readonly string[]
  /** Attributes that take listed values alone → a digest of these values. */
  values: Readonly<Record<string, string>>
  /** Conditions that it takes; null: the channel has no list. */
  conditions: readonly string[] | null
  /** What must be said of the condition besides. */
  descriptors: readonly string[]
  /** Whether it requires the manufacturer. */
  needsManufacturer: boolean
}
/** Options of one of the account’s choices, as a policy: id → name. */
export type Choices = Readonly<Record<string, string>>

export const changeKinds = [
  'category_removed',
  'attribute_required',
  'values_changed',
  'condition_removed',
  'descriptor_required',
  'manufacturer_required',
  'choice_removed',
] as const
export type ChangeKind = (typeof changeKinds)[number]
/** A difference between what a channel said yesterday and what it says today. */
export interface RuleChange {
  kind: ChangeKind
  /** The attribute, the condition or the option; '' for none. */
  name: string
}

const added = (before: readonly string[], after: readonly string[]) => after.filter((name) => !before.includes(name))

/** What a category asks for today and did not yesterday. What it asks for no more concerns nobody. */
export function categoryChanges(before: CategoryRules, after: CategoryRules): RuleChange[] {
  if (after.isRemoved) return before.isRemoved ? [] : [{ kind: 'category_removed', name: '' }]
  const each = (kind: ChangeKind, names: readonly string[]): RuleChange[] => names.map((name) => ({ kind, name }))
  const restricted = Object.keys(after.values).filter((name) => before.values[name] !== after.values[name])
  const { conditions } = after
  return [
    ...each('attribute_required', added(before.required, after.required)),
    ...each('values_changed', restricted),
    ...each('condition_removed', conditions ? added(conditions, before.conditions ?? []) : []),
    ...each('descriptor_required', added(before.descriptors, after.descriptors)),
    ...(after.needsManufacturer && !before.needsManufacturer ? each('manufacturer_required', ['']) : []),
  ]
}

/** Options that were there yesterday. */
export const removedChoices = (before: Choices, after: Choices): RuleChange[] =>
  Object.entries(before).flatMap(([id, name]) => (id in after ? [] : [{ kind: 'choice_removed', name: name || id }]))

/** How a channel’s fields are called. */
export interface FieldNames {
  category: string
  attributes: string
}

/** Fields at which the listing check names a listing that does not meet a change. @param place the category, or the field of a choice */
export function fieldsOf({ kind, name }: RuleChange, place: string, names: FieldNames): string[] {
  switch (kind) {
    case 'category_removed':
      return [names.category]
    case 'attribute_required':
    case 'values_changed':
    case 'descriptor_required':
      return [`${names.attributes}.${name}`]
    case 'condition_removed':
      return ['condition']
    case 'manufacturer_required':
      return [`attributes.${safetyAttributes.manufacturer}`, `attributes.${safetyAttributes.responsible_person}`]
    case 'choice_removed':
      return [place]
  }
}

/** Product attributes whose values meet a change. */
export const attributesFor = ({ kind, name }: RuleChange): string[] =>
  kind === 'attribute_required' || kind === 'values_changed' || kind === 'descriptor_required'
    ? [name]
    : kind === 'manufacturer_required'
      ? [safetyAttributes.manufacturer, safetyAttributes.responsible_person]
      : []

/** A change in words. @param place the category’s name, or what the choice is called */
export function changeWords(
  channel: string,
  { kind, name }: RuleChange,
  place: string,
): { title: string; text: string } {
  switch (kind) {
    case 'category_removed':
      return {
        title: `${channel} removed category ${place}`,
        text: 'Choose another category in the template or product. Until then updates of these listings fail.',
      }
    case 'attribute_required':
      return {
        title: `${channel} now requires ${name} in ${place}`,
        text: 'Listings without it can’t be updated. Set it for each product, or as a default of the template.',
      }
    case 'values_changed':
      return {
        title: `${channel} changed the values of ${name} in ${place}`,
        text: 'These listings have a value that isn’t on the list anymore.',
      }
    case 'condition_removed':
      return {
        title: `${channel} no longer allows the condition ${name} in ${place}`,
        text: 'Choose another condition in the template or product.',
      }
    case 'descriptor_required':
      return {
        title: `${channel} now requires ${name} with the condition in ${place}`,
        text: 'Set it for each product, or as a default of the template.',
      }
    case 'manufacturer_required':
      return {
        title: `${channel} now requires a manufacturer in ${place}`,
        text: 'Set an operator as the manufacturer of each product, or as a default of the template.',
      }
    case 'choice_removed':
      return {
        title: `${place} “${name}” is no longer on ${channel}`,
        text: 'These listings still use it. Choose another one in the template, or in the account’s defaults.',
      }
  }
}
