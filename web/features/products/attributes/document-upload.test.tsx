// @vitest-environment jsdom
import { beforeEach, expect, it } from 'vitest'
import { imageSignature, updateProduct } from '#contract/products/products.ts'
import { wholeAttribute } from '#web/form/products/whole.ts'
import { fakeServer } from '#web/testing/fake-server.ts'
import { aProduct } from '#web/testing/listings.ts'
import { answerProductPage } from '#web/testing/product-page.ts'
import { renderPage } from '#web/testing/render-page.tsx'
import { all, choose, pickFiles, press, says, theOne, until, valueOf } from '#web/testing/screen.tsx'

const server = fakeServer()
const store = 'https://motto.example/media/'

beforeEach(() => {
  const product = aProduct({
    sku: 'TOY-1',
    attributes: [wholeAttribute({ name: 'Safety documents', value: 'https://acme.example/report.pdf' })],
  })
  answerProductPage(server, product)
  server.answer(updateProduct, { ...product, changeId: 1 })
  server.answer(imageSignature, {
    name: 'motto',
    apiKey: 'motto',
    timestamp: 1,
    signature: 's',
    folder: '1',
    uploadUrl: `${store}upload`,
  })
  server.answerOutside(store, () => Response.json({ secure_url: `${store}1/guide.pdf` }))
})

const upload = async (file: File) => {
  const part = await theOne('group', 'Upload for Safety documents')
  pickFiles(await until(() => part.querySelector<HTMLInputElement>('input[type=file]')), file)
}

it('a document is uploaded at its attribute, with its kind, and saved with the product', async () => {
  await renderPage('/product/12')
  await choose('Kind of document', 'User guide')
  await upload(new File(['%PDF-1.7'], 'guide.pdf', { type: 'application/pdf' }))
  await says('guide.pdf was added.')
  const value = `https://acme.example/report.pdf, User guide: ${store}1/guide.pdf`
  expect(await valueOf('Safety documents')).toBe(value)
  await press('button', 'Save')
  await until(() => server.calls(updateProduct).length > 0)
  expect(server.calls(updateProduct)[0]?.body.product.attributes).toMatchObject([{ name: 'Safety documents', value }])
})

it('a file that no channel takes is refused before it is sent, and one that the store refuses keeps its reason', async () => {
  await renderPage('/product/12')
  await upload(new File(['x'], 'guide.docx'))
  await says('guide.docx is no PDF, PNG or JPEG file.')
  const large = new File(['%PDF-1.7'], 'large.pdf')
  Object.defineProperty(large, 'size', { value: 10 * 1024 * 1024 + 1 })
  await upload(large)
  await says('large.pdf is larger than 10 MB.')
  expect(server.calls(imageSignature)).toEqual([])
  const message = 'This PDF is incomplete. Export or download it again.'
  server.answerOutside(store, () => Response.json({ message }, { status: 400 }))
  await upload(new File(['%PDF-1.7'], 'cut.pdf'))
  await says(`cut.pdf: ${message}`)
  expect(await valueOf('Safety documents')).toBe('https://acme.example/report.pdf')
})

it('other attributes have no upload', async () => {
  answerProductPage(
    server,
    aProduct({ attributes: [wholeAttribute({ name: 'Safety warnings', value: 'Keep away from fire.' })] }),
  )
  await renderPage('/product/12')
  await theOne('field', 'Safety warnings')
  expect(all('button', 'Upload document')).toEqual([])
})
