import { Button, Modal } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import { Icon } from '../images/icon.tsx'
import { DialogFooter } from './confirm.tsx'
import classes from './new-secret.module.css'

interface Props {
  title: string
  secret: string
  /** "token", "secret" */
  noun: string
  onSaved: () => void
}

/** Something secret that is shown this once. Only the button closes it, so that nobody loses it by a press beside it. */
export function NewSecret({ title, secret, noun, onSaved }: Props) {
  const clipboard = useClipboard()
  return (
    <Modal
      opened
      onClose={onSaved}
      title={title}
      withCloseButton={false}
      closeOnClickOutside={false}
      closeOnEscape={false}
    >
      <div className="stack">
        <p className="muted">Copy the {noun} now and store it like a password. You won’t see it again.</p>
        <p className={classes.secret}>{secret}</p>
        <div className="row">
          <Button
            size="xs"
            variant="default"
            leftSection={<Icon name={clipboard.copied ? 'check' : 'copy'} />}
            onClick={() => clipboard.copy(secret)}
          >
            {clipboard.copied ? 'Copied' : `Copy ${noun}`}
          </Button>
        </div>
      </div>
      <DialogFooter>
        <Button onClick={onSaved}>I’ve saved this {noun}</Button>
      </DialogFooter>
    </Modal>
  )
}
