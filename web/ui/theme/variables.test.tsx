import { MantineProvider } from '@mantine/core'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { theme } from './theme.ts'
import { cssVariablesResolver } from './variables.ts'

/** As the formatter leaves it. */
const lines = (css: string) =>
  css
    .trim()
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/\s*\{\s*/g, ' {\n')
    .replaceAll(/;\s*/g, ';\n')
    .replaceAll(/([^{};\s])\s*\}/g, '$1;\n}')
    .replaceAll(/\}\s*/g, '}\n\n')
    .replaceAll(/^(?=--)/gm, '  ')
    .replaceAll(', :', ',\n:')
    .trim()

it('variables.css is what Mantine makes of our theme (`-u` writes it anew)', async () => {
  const made = renderToStaticMarkup(
    <MantineProvider theme={theme} cssVariablesResolver={cssVariablesResolver}>
      {null}
    </MantineProvider>,
  )
  const [, css = ''] = /<style data-mantine-styles="true">(.*?)<\/style>/s.exec(made) ?? []
  await expect(`${lines(css)}\n`).toMatchFileSnapshot('variables.css')
})
