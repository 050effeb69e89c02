interface Drive {
  name: string
  /** Settings of the operator. Browsers get their values: they are made to be seen, and bound to our address by who gives them. */
  keys: readonly string[]
  /** What a browser loads to choose files there. */
  scripts: readonly string[]
  /** Origins that those scripts ask. */
  asks: readonly string[]
  /** Origins that they show in a frame. */
  frames: readonly string[]
}

/**
 * Where a browser may choose pictures besides its own files. A drive without its keys loads nothing.
 * @see https://www.dropbox.com/developers/chooser
 * @see https://developers.google.com/workspace/drive/picker/guides/web-picker
 * @see https://learn.microsoft.com/onedrive/developer/controls/file-pickers/js-v72/open-file
 */
export const drives = {
  dropbox: {
    name: 'Dropbox',
    keys: ['DROPBOX_APP_KEY'],
    scripts: ['https://www.dropbox.com/static/api/2/dropins.js'],
    asks: [],
    frames: [],
  },
  google: {
    name: 'Google Drive',
    keys: ['GOOGLE_API_KEY', 'GOOGLE_DRIVE_CLIENT_ID'],
    scripts: ['https://apis.google.com/js/api.js', 'https://accounts.google.com/gsi/client'],
    asks: ['https://www.googleapis.com', 'https://accounts.google.com'],
    frames: ['https://docs.google.com', 'https://accounts.google.com'],
  },
  onedrive: {
    name: 'OneDrive',
    keys: ['ONEDRIVE_CLIENT_ID'],
    scripts: ['https://js.live.net/v7.2/OneDrive.js'],
    asks: ['https://graph.microsoft.com', 'https://api.onedrive.com'],
    frames: [],
  },
} as const satisfies Record<string, Drive>

export type DriveId = keyof typeof drives
export const driveIds = Object.keys(drives) as DriveId[]
/** Where OneDrive's window comes back to. */
export const oneDriveReturn = '/onedrive'
/** What may be taken from a drive (PRO-230). */
export const driveFiles = ['.png', '.jpg', '.jpeg', '.webp'] as const

/** Those whose keys are all there. */
export const openDrives = (keys: Readonly<Record<string, string>>): Drive[] =>
  driveIds.map((id): Drive => drives[id]).filter((drive) => drive.keys.every((key) => keys[key]))
