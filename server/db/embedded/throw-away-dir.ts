import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'

const MEMORY = '/dev/shm'
/** Minimum free space in memory. Containers often have only 64 MB in /dev/shm, which one cluster and its log would fill. */
const MIN_FREE_BYTES = 2e9

function hasEnoughSpace(dir: string): boolean {
	if (!fs.existsSync(dir)) return false
	const { bavail, bsize } = fs.statfsSync(dir)
	return bavail * bsize >= MIN_FREE_BYTES
}

/** Creates a temporary directory: by default in memory if there is enough space, otherwise in the system's temporary folder. */
export function makeThrowAwayDir(prefix: string, parent = hasEnoughSpace(MEMORY) ? MEMORY : os.tmpdir()): string {
	const dir = fs.mkdtempSync(path.join(parent, prefix))
	fs.chmodSync(dir, 0o755) // root's server runs as another account, which needs access
	return dir
}
