import fs from 'node:fs/promises'
import path from 'node:path'

import type { Config } from '#server/config/config.ts'

const PROJECT_DIR = path.resolve(import.meta.dirname, '..', '..', '..', '..')

/** Disk space in bytes; `free` is what the server may use. */
export type DiskRoom = { free: number; total: number }

async function look(folder: string): Promise<DiskRoom> {
	const { bavail, blocks, bsize } = await fs.statfs(folder)
	return { free: bavail * bsize, total: blocks * bsize }
}

/**
 * Returns the space on the disk that holds the data; without a data folder, as with a remote database, on the disk of the
 * program.
 */
export const readDisk = ({ dataDir }: Pick<Config, 'dataDir'>): Promise<DiskRoom> =>
	look(path.resolve(PROJECT_DIR, dataDir)).catch(() => look(PROJECT_DIR))
