import { ActionIcon } from '@mantine/core'
import { Icon } from '#web/ui/images/icon.tsx'

/** In a card's head: hands its table to the browser as a file. */
export const ExportCsv = ({ title, disabled, save }: { title: string; disabled: boolean; save: () => void }) => (
  <ActionIcon
    data-unprinted
    size={24}
    aria-label={`Export ${title} as CSV`}
    title="Export as CSV"
    disabled={disabled}
    onClick={save}
  >
    <Icon name="download" size="s" />
  </ActionIcon>
)
