import { Button, TextInput } from '@mantine/core'
import { modals } from '@mantine/modals'
import { type ReactNode, useState } from 'react'
import classes from './dialog.module.css'
import { dialogsReady } from './dialogs.tsx'

interface Question {
  /** The question: "Delete 3 products?" */
  title: string
  /** The consequence. */
  body?: ReactNode
  /** The verb on the button: "Delete 3 products" */
  confirm: string
  cancel?: string
  danger?: boolean
  /** Something typed is lost by it: it begins at Cancel, so that Escape and Enter in a row lose nothing. */
  loses?: boolean
  /** Must be typed before the button works. */
  typed?: string
}

function Body({ question, close }: { question: Question; close: (yes: boolean) => void }) {
  const [typed, setTyped] = useState('')
  const { body, typed: expectedText, danger, loses } = question
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        close(true)
      }}
    >
      <div className={classes.body}>
        {body}
        {expectedText && (
          <TextInput
            data-autofocus
            label={
              <>
                Enter <b>{expectedText}</b> to continue
              </>
            }
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
            autoComplete="off"
          />
        )}
      </div>
      <DialogFooter>
        <Button variant="default" data-autofocus={loses || undefined} onClick={() => close(false)}>
          {question.cancel ?? 'Cancel'}
        </Button>
        <Button
          type="submit"
          color={danger ? 'red' : undefined}
          disabled={expectedText !== undefined && typed !== expectedText}
          data-autofocus={!(expectedText || loses) || undefined}
        >
          {question.confirm}
        </Button>
      </DialogFooter>
    </form>
  )
}

/** The foot of a dialog: Cancel, then the verb. */
export const DialogFooter = ({ children }: { children: ReactNode }) => <div className={classes.foot}>{children}</div>

/** Asks before something that cannot be undone: `if (!(await confirm({ … }))) return`. */
export const confirm = async (question: Question): Promise<boolean> => {
  if (!(await dialogsReady())) return false
  return new Promise((resolve) => {
    const id = modals.open({
      title: question.title,
      withCloseButton: false,
      onClose: () => resolve(false),
      children: (
        <Body
          question={question}
          close={(yes) => {
            resolve(yes)
            modals.close(id)
          }}
        />
      ),
    })
  })
}
