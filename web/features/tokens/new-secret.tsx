import { Button } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import { DialogFooter } from '#web/ui/dialogs/confirm.tsx'
import { Icon } from '#web/ui/images/icon.tsx'
import classes from './tokens.module.css'

/** A new token, shown this once: Motto stores only its hash. */
export function NewSecret({ secret, onSaved }: { secret: string; onSaved: () => void }) {
  const clipboard = useClipboard()
  return (
    <>
      <div className="stack">
        <p className="muted">Copy the token now and store it like a password. You won’t see it again.</p>
        <p className={classes.secret}>{secret}</p>
        <div className="row">
          <Button
            size="xs"
            variant="default"
            leftSection={<Icon name={clipboard.copied ? 'check' : 'copy'} />}
            onClick={() => clipboard.copy(secret)}
          >
            {clipboard.copied ? 'Copied' : 'Copy token'}
          </Button>
        </div>
      </div>
      <DialogFooter>
        <Button onClick={onSaved}>I’ve saved this token</Button>
      </DialogFooter>
    </>
  )
}
