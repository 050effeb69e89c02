import { useHotkeys } from '@mantine/hooks'
import { useEffect, useState } from 'react'
import { hotkeyOf, shortcuts } from '../../actions/shortcuts.ts'
import { onDemand } from '../../ui/layout/on-demand.tsx'
import { openPalette, paletteMissing, usePaletteIsComing } from './store.ts'
import { usePaletteTyping } from './typing.ts'

const PaletteList = onDemand(async () => (await import('./list.tsx')).PaletteList)

/** Opens every page and every action from wherever one is; its list comes when it is first asked for, with what was typed meanwhile. */
export function Palette() {
  const typing = usePaletteTyping()
  const coming = usePaletteIsComing()
  const [loaded, setLoaded] = useState(false)
  useHotkeys([[hotkeyOf(shortcuts.search), openPalette]], [], true)
  useEffect(() => {
    if (coming) void PaletteList.ready().then((there) => (there ? setLoaded(true) : paletteMissing()))
  }, [coming])
  return loaded && <PaletteList {...typing} />
}
