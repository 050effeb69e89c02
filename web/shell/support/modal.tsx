import { Modal } from '@mantine/core'
import { SupportForm } from './form.tsx'

export const SupportModal = (state: { opened: boolean; onClose: () => void }) => (
  <Modal {...state} title="Contact Support" size={620} keepMounted>
    <SupportForm {...state} />
  </Modal>
)
