import { type DriveId, driveFiles, drives, oneDriveReturn } from '#contract/integrations/drives.ts'

/** A picture chosen elsewhere: an address that needs no sign-in, or the file itself. */
export type Chosen = { name: string; url: string } | { name: string; file: () => Promise<Blob> }
type Keys = Readonly<Record<string, string>>

/** What the scripts put into the page, as far as it is used. */
interface Scripts {
  Dropbox?: {
    choose(options: {
      success: (files: { name: string; link: string }[]) => void
      cancel: () => void
      linkType: 'direct'
      multiselect: true
      extensions: string[]
    }): void
  }
  OneDrive?: {
    open(options: {
      clientId: string
      action: 'download'
      multiSelect: true
      openInNewWindow: true
      advanced: { redirectUri: string; filter: string }
      success: (files: { value: { name: string; '@microsoft.graph.downloadUrl': string }[] }) => void
      cancel: () => void
      error: (error: unknown) => void
    }): void
  }
  gapi?: { load(part: 'picker', ready: () => void): void }
  google?: {
    accounts: {
      oauth2: {
        initTokenClient(options: {
          client_id: string
          scope: string
          callback: (answer: { access_token?: string; error?: string }) => void
          error_callback: (error: { type?: string }) => void
        }): { requestAccessToken(): void }
      }
    }
    picker: GooglePicker
  }
}
interface GooglePicker {
  PickerBuilder: new () => PickerBuilder
  DocsView: new (view: string) => { setMimeTypes(types: string): unknown }
  ViewId: { DOCS_IMAGES: string }
  Feature: { MULTISELECT_ENABLED: string }
  Action: { PICKED: string; CANCEL: string }
}
interface PickerBuilder {
  addView(view: unknown): PickerBuilder
  enableFeature(feature: string): PickerBuilder
  setDeveloperKey(key: string): PickerBuilder
  setAppId(id: string): PickerBuilder
  setOAuthToken(token: string): PickerBuilder
  setCallback(call: (answer: { action: string; docs?: { id: string; name: string }[] }) => void): PickerBuilder
  build(): { setVisible(visible: boolean): void }
}
const page = () => window as unknown as Scripts

/** The first key that the operator has not set (PRO-237). */
export const missingKey = (id: DriveId, keys: Keys): string | undefined => drives[id].keys.find((key) => !keys[key])

/** Loads a script once; one that failed is tried anew. @throws Error (PRO-238) */
function loadScript(src: string, data: Record<string, string>): Promise<void> {
  if (document.querySelector(`script[src="${src}"][data-loaded]`)) return Promise.resolve()
  const script = Object.assign(document.createElement('script'), { src, async: true })
  Object.assign(script.dataset, data)
  return new Promise((resolve, reject) => {
    script.addEventListener('load', () => {
      script.dataset.loaded = 'true'
      resolve()
    })
    script.addEventListener('error', () => {
      script.remove()
      reject(new Error(`Failed to load ${src}`))
    })
    document.head.append(script)
  })
}

const isPicture = ({ name }: { name: string }) => driveFiles.some((ending) => name.toLowerCase().endsWith(ending))
const changed = (name: string) => new Error(`Couldn’t open ${name}. Upload the files from your computer instead.`)

function openDropbox(): Promise<Chosen[]> {
  const { Dropbox } = page()
  if (!Dropbox) throw changed('Dropbox')
  return new Promise((resolve) =>
    Dropbox.choose({
      success: (files) => resolve(files.map(({ name, link }) => ({ name, url: link }))),
      cancel: () => resolve([]),
      linkType: 'direct',
      multiselect: true,
      extensions: [...driveFiles],
    }),
  )
}

function openOneDrive(keys: Keys): Promise<Chosen[]> {
  const { OneDrive } = page()
  if (!OneDrive) throw changed('OneDrive')
  return new Promise((resolve, reject) =>
    OneDrive.open({
      clientId: keys.ONEDRIVE_CLIENT_ID ?? '',
      action: 'download',
      multiSelect: true,
      openInNewWindow: true,
      advanced: { redirectUri: location.origin + oneDriveReturn, filter: driveFiles.join(',') },
      success: ({ value }) =>
        resolve(value.map((file) => ({ name: file.name, url: file['@microsoft.graph.downloadUrl'] }))),
      cancel: () => resolve([]),
      error: () => reject(new Error('Couldn’t open OneDrive.')),
    }),
  )
}

/** A token for the files that are chosen, and no others. It stays in this page. */
const googleToken = (clientId: string) =>
  new Promise<string | undefined>((resolve, reject) => {
    const { google } = page()
    if (!google) throw changed('Google')
    google.accounts.oauth2
      .initTokenClient({
        client_id: clientId,
        scope: 'https://www.googleapis.com/auth/drive.file',
        callback: ({ access_token: token }) =>
          token
            ? resolve(token)
            : reject(new Error('Google didn’t give access to your files. Try again and allow access.')),
        error_callback: ({ type }) =>
          type === 'popup_closed'
            ? resolve(undefined)
            : reject(new Error('Couldn’t open the Google window. Allow pop-ups and try again.')),
      })
      .requestAccessToken()
  })

async function openGoogle(keys: Keys): Promise<Chosen[]> {
  const clientId = keys.GOOGLE_DRIVE_CLIENT_ID ?? ''
  await new Promise<void>((ready) => {
    const { gapi } = page()
    if (!gapi) throw changed('Google')
    gapi.load('picker', ready)
  })
  const token = await googleToken(clientId)
  const picker = page().google?.picker
  if (!token || !picker) return []
  const view = new picker.DocsView(picker.ViewId.DOCS_IMAGES)
  view.setMimeTypes('image/png,image/jpeg,image/webp')
  const docs = await new Promise<{ id: string; name: string }[]>((resolve) =>
    new picker.PickerBuilder()
      .addView(view)
      .enableFeature(picker.Feature.MULTISELECT_ENABLED)
      .setDeveloperKey(keys.GOOGLE_API_KEY ?? '')
      .setAppId(clientId.split('-')[0] ?? '')
      .setOAuthToken(token)
      .setCallback(({ action, docs = [] }) => {
        if (action === picker.Action.PICKED) resolve(docs)
        else if (action === picker.Action.CANCEL) resolve([])
      })
      .build()
      .setVisible(true),
  )
  return docs.map(({ id, name }) => ({ name, file: () => download(id, token) }))
}

async function download(id: string, token: string): Promise<Blob> {
  const answer = await fetch(`https://www.googleapis.com/drive/v3/files/${encodeURIComponent(id)}?alt=media`, {
    headers: { authorization: `Bearer ${token}` },
  })
  if (!answer.ok) throw new Error(`Google Drive answered ${answer.status}.`)
  return answer.blob()
}

/** Lets the seller choose pictures of a drive; none where the window was closed. @throws Error with a sentence for the seller */
export async function chooseFrom(id: DriveId, keys: Keys): Promise<Chosen[]> {
  for (const src of drives[id].scripts)
    await loadScript(src, id === 'dropbox' ? { appKey: keys.DROPBOX_APP_KEY ?? '' } : {})
  const open = { dropbox: openDropbox, google: () => openGoogle(keys), onedrive: () => openOneDrive(keys) }
  return (await open[id]()).filter(isPicture)
}
