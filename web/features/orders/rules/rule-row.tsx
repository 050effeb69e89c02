import { ActionIcon, Button, Switch } from '@mantine/core'
import { actionWords } from '#domain/orders/rules/words.ts'
import { Icon } from '#web/ui/images/icon.tsx'
import { inWords, type Rule } from './draft.ts'
import classes from './rules.module.css'

interface Props {
  rule: Rule
  /** From 0, of so many. */
  at: number
  of: number
  mayWrite: boolean
  onSwitch: (on: boolean) => void
  onEdit: () => void
  onMove: (to: number) => void
  onDelete: () => void
}

/** One rule as a sentence, with what can be done with it. */
export function RuleRow({ rule, at, of, mayWrite, onSwitch, onEdit, onMove, onDelete }: Props) {
  const { name, on, conditions, actions, assignee } = rule
  return (
    <li className={classes.rule} aria-label={name} data-rule={rule.id}>
      <span className={classes.number}>{at + 1}</span>
      <div className={classes.said}>
        <b>{name}</b>
        <p>
          <span className="muted">When</span>{' '}
          {conditions.length === 0 ? 'an order arrives' : conditions.map(inWords).join(' and ')}
        </p>
        <p>
          <span className="muted">Then</span> {actionWords(actions, assignee?.name ?? '').join(' · ')}
        </p>
        {assignee?.gone && (
          <p className="small subtle">{assignee.name} is no longer a member, so these orders stay unassigned.</p>
        )}
      </div>
      <div className={classes.acts}>
        <Switch
          label={on ? 'On' : 'Off'}
          aria-label={`On: ${name}`}
          checked={on}
          disabled={!mayWrite}
          onChange={(event) => onSwitch(event.currentTarget.checked)}
        />
        {mayWrite && (
          <>
            <ActionIcon data-move aria-label={`Move ${name} up`} disabled={at === 0} onClick={() => onMove(at - 1)}>
              <Icon name="arrow-up" />
            </ActionIcon>
            <ActionIcon
              data-move
              aria-label={`Move ${name} down`}
              disabled={at === of - 1}
              onClick={() => onMove(at + 1)}
            >
              <Icon name="arrow-down" />
            </ActionIcon>
            <Button size="xs" variant="default" aria-label={`Edit ${name}`} onClick={onEdit}>
              Edit
            </Button>
            <ActionIcon variant="subtle" color="red" aria-label={`Delete ${name}`} onClick={onDelete}>
              <Icon name="trash" />
            </ActionIcon>
          </>
        )}
      </div>
    </li>
  )
}
