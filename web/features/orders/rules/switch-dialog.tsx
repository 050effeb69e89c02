import { Button, Modal } from '@mantine/core'
import { switchOrderRule } from '#contract/orders/rules.ts'
import { useWrite } from '#web/api.ts'
import { Callout } from '#web/ui/layout/callout.tsx'
import { DialogFooter } from '#web/ui/dialogs/confirm.tsx'
import { toast } from '#web/ui/dialogs/toast.tsx'
import type { Rule } from './draft.ts'
import classes from './rules.module.css'
import { Tried, useTried } from './tried.tsx'

/** A rule is tried before it is switched on. */
export function SwitchDialog({ rule, onClose }: { rule: Rule; onClose: () => void }) {
  const { id, name, conditions, actions, updatedAt, assignee } = rule
  const trying = useTried({ id, conditions, actions })
  const turn = useWrite(switchOrderRule, {
    quiet: true,
    onSuccess: () => {
      toast.success(`Rule “${name}” is on`)
      onClose()
    },
  })
  return (
    <Modal opened onClose={onClose} title={`Turn on “${name}”?`} size={760} yOffset="5dvh">
      <div className={classes.dialog}>
        <div className={classes.scroll}>
          <p>It will run for every new order. Here’s what it would do to past orders:</p>
          {assignee?.gone && (
            <Callout tone="warning">
              {assignee.name} is no longer a member, so these orders stay unassigned. Edit the rule.
            </Callout>
          )}
          <Tried {...trying} />
          {turn.error && <Callout tone="danger">{turn.error.message}</Callout>}
        </div>
        <DialogFooter>
          <Button variant="default" onClick={onClose}>
            Keep off
          </Button>
          <Button
            data-autofocus
            loading={turn.isPending}
            disabled={!trying.tried.data}
            onClick={() => turn.mutate({ params: { id }, body: { on: true, updatedAt } })}
          >
            Turn on
          </Button>
        </DialogFooter>
      </div>
    </Modal>
  )
}
