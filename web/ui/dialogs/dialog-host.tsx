import { ModalsProvider } from '@mantine/modals'
import { useEffect } from 'react'

const Ready = ({ onReady }: { onReady: () => void }) => {
  useEffect(onReady, [onReady])
  return null
}

/** Where questions and lists appear that no page draws itself. */
export const DialogHost = ({ onReady }: { onReady: () => void }) => (
  <ModalsProvider>
    <Ready onReady={onReady} />
  </ModalsProvider>
)
