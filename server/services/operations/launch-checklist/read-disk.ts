import fs from 'node:fs/promises'
import path from 'node:path'

import type { Config } from '#server/config/config.ts'

const PROJECT_DIR = path.resolve(import.meta.dirname, '..', '..', '..', '..')

/** Bytes of a disk; `free` is available to the server. */
export type DiskRoom = { free: number; total: number }

async function look(folder: string): Promise<DiskRoom> {
	const { bavail, blocks, bsize } = await fs.statfs(folder)
	return { free: bavail * bsize, total: blocks * bsize }
}

/** Disk that holds the data, or the program if the database is elsewhere and there is no such folder. */
export const readDisk = ({ dataDir }: Pick<Config, 'dataDir'>): Promise<DiskRoom> =>
	look(path.resolve(PROJECT_DIR, dataDir)).catch(() => look(PROJECT_DIR))
