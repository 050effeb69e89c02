import { Button } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import { Icon } from '#web/ui/images/icon.tsx'
import classes from './reference.module.css'

/** Code to be read or copied. */
export function Snippet({ label, text }: { label: string; text: string }) {
  const clipboard = useClipboard()
  return (
    <div className={classes.snippet}>
      <pre>{text}</pre>
      <Button
        size="xs"
        variant="default"
        className={classes.copy}
        aria-label={clipboard.copied ? 'Copied' : `Copy: ${label}`}
        leftSection={<Icon name={clipboard.copied ? 'check' : 'copy'} />}
        onClick={() => clipboard.copy(text)}
      >
        {clipboard.copied ? 'Copied' : 'Copy'}
      </Button>
    </div>
  )
}
