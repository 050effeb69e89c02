import { Button } from '@mantine/core'
import { useState } from 'react'
import { Icon } from '#web/ui/images/icon.tsx'
import { isMuted, mute } from './sound.ts'

export function SoundSwitch() {
  const [off, setOff] = useState(isMuted)
  const turn = () => {
    mute(!off)
    setOff(!off)
  }
  return (
    <Button variant="default" aria-pressed={!off} leftSection={<Icon name={off ? 'silent' : 'sound'} />} onClick={turn}>
      {off ? 'Sound off' : 'Sound on'}
    </Button>
  )
}
