import { shownOptions } from '#web/ui/choices/many-options.ts'
import { nameKey } from '#domain/products/attributes/values.ts'
import { TagInput } from '#web/ui/choices/tag-input.tsx'
import { confirm } from '#web/ui/dialogs/confirm.tsx'
import { toast } from '#web/ui/dialogs/toast.tsx'
import { plural } from '#web/ui/format.ts'
import { combinationsOfAdded, mostVariations, optionsOf, variationsOf } from './combine.ts'
import { attributeOf, valueOf } from './variation-values.ts'
import type { VariationsProps } from './variations-props.ts'
import classes from './variations.module.css'

/** The values of each option, a line for each: a value that is added makes its variations, one that is removed takes them along. */
export function Options({ template, draft, onChange }: Pick<VariationsProps, 'template' | 'draft' | 'onChange'>) {
  const rows = draft.variations
  const axes = optionsOf(rows, template.variations)
  const change = async (option: string, before: readonly string[], next: readonly string[]) => {
    const has = (list: readonly string[], value: string) => list.some((other) => nameKey(other) === nameKey(value))
    const removed = before.filter((value) => !has(next, value))
    const added = next.filter((value) => !has(before, value))
    const isRemoved = (row: (typeof rows)[number]) => has(removed, valueOf(row, option))
    const lost = rows.filter(isRemoved)
    // What was never saved goes without a question.
    if (lost.some(({ id }) => id !== undefined)) {
      const sure = await confirm({
        title: `Remove ${plural(lost.length, 'variation')}?`,
        body: `Saving the product removes everything in ${removed.join(', ')}, here and on your channels.`,
        confirm: `Remove ${plural(lost.length, 'variation')}`,
        danger: true,
      })
      if (!sure) return
    }
    const remaining = rows.filter((row) => !isRemoved(row))
    const combinations = combinationsOfAdded(
      axes.map((axis) => (axis.name === option ? { name: option, values: next } : axis)),
      option,
      added,
      remaining,
    )
    if (combinations === 'too many') {
      toast.error(`At most ${mostVariations} variations.`, 'Remove values first, or add single variations.')
      return
    }
    onChange([...remaining, ...variationsOf(combinations, { template, draft })])
  }
  return (
    <div className={classes.options} role="group" aria-label="Options">
      {axes.map(({ name, values }) => (
        <TagInput
          key={name}
          label={`All ${name} values`}
          placeholder={values.length === 0 ? 'Add a value, or paste a list' : 'Add a value'}
          limit={shownOptions}
          options={attributeOf(template, name)?.options ?? []}
          value={values}
          onChange={(next) => void change(name, values, next)}
        />
      ))}
    </div>
  )
}
