import { Modal } from '@mantine/core'
import { renewBackupCodes } from '#contract/accounts.ts'
import { useWrite } from '#web/api.ts'
import { BackupCodes } from './backup-codes.tsx'
import { ProofDialog } from './proof-dialog.tsx'

/** Password and code, then ten new backup codes; the old ones stop working. */
export function NewBackupCodes({ onClose }: { onClose: () => void }) {
  const renew = useWrite(renewBackupCodes, { quiet: true })
  if (!renew.data)
    return (
      <ProofDialog
        title="New backup codes"
        verb="Generate new codes"
        busy={renew.isPending}
        error={renew.error}
        onClose={onClose}
        onProof={(body) => renew.mutate({ body })}
      >
        Your current backup codes will stop working.
      </ProofDialog>
    )
  return (
    <Modal
      opened
      onClose={onClose}
      title="Your backup codes"
      withCloseButton={false}
      closeOnClickOutside={false}
      closeOnEscape={false}
    >
      <BackupCodes codes={renew.data.backupCodes} onKept={onClose} />
    </Modal>
  )
}
