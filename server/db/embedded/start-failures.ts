import { StartError } from '../../start-error.ts'

/** Runs `start` and turns what commonly stops it into a sentence for whoever starts Motto. @throws StartError */
export async function translateErrors<T>(dataDir: string, start: () => Promise<T>): Promise<T> {
  try {
    return await start()
  } catch (error) {
    throw error instanceof StartError ? error : (explain(dataDir, error) ?? error)
  }
}

function explain(dataDir: string, error: unknown): StartError | undefined {
  const { code, errcode, message, stderr } = error as {
    code?: string
    errcode?: number
    message: string
    stderr?: string
  }
  const text = `${code} ${message} ${stderr}`
  // SQLite's own numbers for a full disk, and for a file it cannot open or write.
  if (errcode === 13 || /ENOSPC|EDQUOT|No space left on device|Disk quota exceeded/.test(text))
    return new StartError(
      `The disk that holds DATA_DIR ${dataDir} is full: make room on it, or choose another DATA_DIR.`,
    )
  if (errcode === 14 || errcode === 8 || /EACCES|EPERM|EROFS|Permission denied|Read-only file system/.test(text))
    return new StartError(
      `DATA_DIR ${dataDir} cannot be written: give the user who starts Motto the right to write there, or choose another DATA_DIR.`,
    )
  if (/ENOTDIR|EEXIST/.test(text))
    return new StartError(`DATA_DIR ${dataDir} is not a folder: choose another DATA_DIR.`)
  return undefined
}
