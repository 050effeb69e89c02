import { Button } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import { DialogFooter } from '#web/ui/dialogs/confirm.tsx'
import { Icon } from '#web/ui/images/icon.tsx'
import classes from './account.module.css'

/** The codes as a text file, without asking the server for them again: it keeps only hashes. */
function download(codes: readonly string[]) {
  const address = URL.createObjectURL(
    new Blob([`Motto backup codes. Each code works once.\n\n${codes.join('\n')}\n`], { type: 'text/plain' }),
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
          Use a backup code to log in when you don’t have your phone. Each works once. You won’t see them again, so
          store them with your passwords.
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
        <Button onClick={onKept}>I’ve saved these codes</Button>
      </DialogFooter>
    </>
  )
}
