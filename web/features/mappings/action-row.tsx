import { ActionIcon } from '@mantine/core'
import { type Action, type RuledText, ruledTexts } from '#contract/mappings/mappings.ts'
import { isChangeable } from '#domain/mappings/check.ts'
import { HtmlEditor } from '#web/form/html/editor.tsx'
import { TitleInput } from '#web/form/mentions/title-input.tsx'
import { Icon } from '#web/ui/images/icon.tsx'
import { Select } from '#web/ui/choices/select.tsx'
import { actionsFor, retargeted, valueLabelOf } from './draft.ts'
import classes from './rules.module.css'
import { ReferenceInput } from './reference-input.tsx'

interface Props {
  action: Action
  number: number
  applyTo: RuledText
  names: readonly string[]
  errorOf: (field: 'target' | 'input') => string | undefined
  path: string
  onChange: (action: Action) => void
  onRemove: () => void
}

/** One action: what it does, to what, with which attributes or text. */
export function ActionRow({ action, number, applyTo, names, errorOf, path, onChange, onRemove }: Props) {
  const { target, input, value } = action
  const label = valueLabelOf(action)
  const set = (change: Partial<Action>) => onChange({ ...action, ...change })
  const isHtml = label === 'Text' && (target || applyTo) === 'description'
  return (
    <div className={classes.action} role="group" aria-label={`Action ${number}`}>
      <span className={classes.joins}>Then</span>
      <Select
        className={classes.whole}
        aria-label="Action"
        data={actionsFor(target)}
        value={action.action}
        onChange={(next) =>
          set({ action: actionsFor(target).find((candidate) => candidate === next) ?? action.action })
        }
      />
      <div className={classes.whole} data-path={`${path}.target`}>
        <ReferenceInput
          label="Target"
          value={target}
          names={names.filter(isChangeable)}
          placeholder=""
          texts={ruledTexts}
          standard={applyTo}
          error={errorOf('target')}
          onChange={(next) => onChange(retargeted(action, next))}
        />
      </div>
      <span className={classes.joins}>{action.action.endsWith('value') ? 'to' : 'with'}</span>
      <div className={classes.whole} data-path={`${path}.input`}>
        <ReferenceInput
          label="Input"
          value={input}
          names={names}
          placeholder={label === 'Text' ? 'Text or attributes' : 'Attributes (leave blank to use the target)'}
          error={errorOf('input')}
          onChange={(next) => set({ input: next })}
        />
      </div>
      {label && !isHtml && (
        <div className={classes.whole}>
          <TitleInput
            aria-label={label}
            placeholder={label === 'Text' ? 'Type @ to mention an attribute' : label}
            maxLength={10_000}
            names={label === 'Text' ? names : []}
            value={value}
            onChange={(next) => set({ value: next })}
          />
        </div>
      )}
      <ActionIcon
        className={classes.remove}
        aria-label={`Remove action ${number}`}
        title="Remove action"
        onClick={onRemove}
      >
        <Icon name="close" size="s" />
      </ActionIcon>
      {isHtml && (
        <div className={classes.html}>
          <HtmlEditor label="Text" names={names} value={value} onChange={(next) => set({ value: next })} />
        </div>
      )}
    </div>
  )
}
