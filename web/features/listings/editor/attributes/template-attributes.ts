import type { CallReply } from '#contract/endpoint.ts'
import { addAttributes, getTemplate, saveTemplate } from '#contract/templates.ts'
import { nameKey } from '#domain/products/attributes/values.ts'
import { useWrite } from '#web/api.ts'
import { call, messageOf } from '#web/call.ts'
import { toast } from '#web/ui/dialogs/toast.tsx'
import type { ChannelAttribute } from './channel-attribute.ts'

type Template = CallReply<typeof getTemplate>
type Attribute = Template['attributes'][number]
export type Constraint = NonNullable<Attribute['constraint']>
/** The template whose listing is edited, as far as its attributes go. */
export type OfTemplate = Pick<Template, 'id' | 'attributes'>

/** What "Add default" sets, until something better is typed (LST-153). */
const DEFAULT_VALUE = 'Default'
/** What a template's attribute may hold, and how many are added by one call. */
const OPTION_CHARS = 500
const MOST_OPTIONS = 10_000
const AT_ONCE = 50

const levels = ['optional', 'recommended', 'required'] as const
const words = { optional: 'Optional', recommended: 'Recommended', required: 'Required' } as const

export const attributeOf = (template: OfTemplate | undefined, name: string): Attribute | undefined =>
  template?.attributes.find((attribute) => nameKey(attribute.name) === nameKey(name))

/** Under which heading an attribute stands: as much as the channel demands, or the template where that demands more (LST-141). */
export function groupOf(
  { name, group }: ChannelAttribute,
  template: OfTemplate | undefined,
): ChannelAttribute['group'] {
  const own = words[attributeOf(template, name)?.constraint ?? 'optional']
  const rank = (word: ChannelAttribute['group']) => levels.findIndex((level) => words[level] === word)
  return rank(own) > rank(group) ? own : group
}

const made = ({ name, group, options }: ChannelAttribute) => ({
  name,
  constraint: group.toLowerCase() as Constraint,
  options: [...new Set(options)].filter((option) => option.length <= OPTION_CHARS).slice(0, MOST_OPTIONS),
})

/** Adds what a channel asks for to the template; its attributes are read anew afterwards (LST-149). */
export function useAdding(template: OfTemplate) {
  const write = useWrite(addAttributes, { quiet: true })
  const add = async (attributes: readonly ChannelAttribute[], done: string): Promise<boolean> => {
    try {
      for (let from = 0; from < attributes.length; from += AT_ONCE)
        await write.mutateAsync({
          body: { templateId: template.id, attributes: attributes.slice(from, from + AT_ONCE).map(made) },
        })
      toast.success(done)
      return true
    } catch (error) {
      toast.error('Not added.', messageOf(error))
      return false
    }
  }
  return {
    addOne: (attribute: ChannelAttribute) => add([attribute], `Added '${attribute.name}' Template Attribute.`),
    addAll: (attributes: readonly ChannelAttribute[]) => add(attributes, 'Added Template Attributes.'),
    /** Name of the one that is being added, '' for all of them. */
    adding: write.isPending
      ? write.variables.body?.attributes.length === 1
        ? nameIn(write.variables.body.attributes[0])
        : ''
      : undefined,
  }
}

const nameIn = (item: string | { name: string } | undefined) => (typeof item === 'object' ? item.name : (item ?? ''))

/** Changes one attribute of the template, or takes it away; the others stay as they are by then. */
export function useChanging(template: OfTemplate) {
  const write = useWrite(saveTemplate, { quiet: true })
  const save = async (attributes: (all: Attribute[]) => Attribute[], done: string) => {
    const params = { id: template.id }
    try {
      const now = await call(getTemplate, { params })
      await write.mutateAsync({ params, body: { productTemplate: { attributes: attributes(now.attributes) } } })
      toast.success(done)
    } catch (error) {
      toast.error('Not saved.', messageOf(error))
    }
  }
  const put = (name: string, change: Partial<Attribute>, done: string) =>
    save(
      (all) =>
        all.map((attribute) => (nameKey(attribute.name) === nameKey(name) ? { ...attribute, ...change } : attribute)),
      done,
    )
  return {
    busy: write.isPending,
    setDefault: (name: string, defaultValue = DEFAULT_VALUE) =>
      put(
        name,
        { defaultValue },
        defaultValue ? `Default of '${name}' is '${defaultValue}'.` : `'${name}' has no default.`,
      ),
    setLevel: (name: string, constraint: Constraint) => put(name, { constraint }, `'${name}' is ${constraint}.`),
    remove: (name: string) =>
      save(
        (all) => all.filter((attribute) => nameKey(attribute.name) !== nameKey(name)),
        `Deleted '${name}' Template Attribute.`,
      ),
  }
}
