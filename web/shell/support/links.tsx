import { Button } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import { getSupportAddress } from '#contract/support.ts'
import { useRead } from '../../api.ts'
import { Icon } from '../../ui/images/icon.tsx'
import classes from './dialog.module.css'

/** How long "Copied" stays (NAV-104), in milliseconds. */
const copiedMs = 1200

/** Other ways to get help (NAV-102..NAV-106, NAV-112). */
export function SupportLinks() {
  const address = useRead(getSupportAddress)
  const clipboard = useClipboard({ timeout: copiedMs })
  const email = address.data?.email
  return (
    <div className={classes.links} role="group" aria-label="Other ways to get help">
      <a href="/contact" target="_blank" rel="noreferrer">
        Email support
      </a>
      {email && (
        <Button
          size="xs"
          variant="default"
          title={email}
          leftSection={<Icon name={clipboard.copied ? 'check' : 'copy'} />}
          onClick={() => clipboard.copy(email)}
        >
          {clipboard.copied ? 'Copied' : 'Copy email'}
        </Button>
      )}
      <a href="/home" target="_blank" rel="noreferrer">
        Documentation
      </a>
      <button type="button" disabled>
        Live chat (coming soon)
      </button>
    </div>
  )
}
