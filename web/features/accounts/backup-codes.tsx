import { Button } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import { DialogFooter } from '#web/ui/dialogs/confirm.tsx'
import { Icon } from '#web/ui/images/icon.tsx'
import classes from './account.module.css'

/** The codes as a text file, without asking the server for them again: it keeps only hashes. */
function download(codes: readonly string[]) {
  const address = URL.createObjectURL(
    new Blob([`Motto backup codes, each works once\n\n${codes.join('\n')}\n`], { type: 'text/plain' }),
  )
  const link = document.createElement('a')
  link.href = address
  link.download = 'motto-backup-codes.txt'
  link.click()
  URL.revokeObjectURL(address)
}

/** Ten codes, shown this once. */
export function BackupCodes({ codes, onKept }: { codes: readonly string[]; onKept: () => void }) {
  const clipboard = useClipboard()
  return (
    <>
      <div className="stack">
        <p className="muted">
          Each signs you in once when your phone is not at hand. They are shown only now: keep them where you keep your
          passwords.
        </p>
        <ul className={classes.codes} aria-label="Backup codes">
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ul>
        <div className="row wrap">
          <Button
            size="xs"
            variant="default"
            leftSection={<Icon name={clipboard.copied ? 'check' : 'copy'} />}
            onClick={() => clipboard.copy(codes.join('\n'))}
          >
            {clipboard.copied ? 'Copied' : 'Copy'}
          </Button>
          <Button size="xs" variant="default" leftSection={<Icon name="download" />} onClick={() => download(codes)}>
            Download
          </Button>
        </div>
      </div>
      <DialogFooter>
        <Button onClick={onKept}>I have kept them</Button>
      </DialogFooter>
    </>
  )
}
