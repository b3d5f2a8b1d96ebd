import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'

const MEMORY = '/dev/shm'
/** Containers often have 64 MB there, which one cluster with its log would fill. */
const ENOUGH_BYTES = 2e9

function fitsQuota(dir: string): boolean {
	if (!fs.existsSync(dir)) return false
	const { bavail, bsize } = fs.statfsSync(dir)
	return bavail * bsize >= ENOUGH_BYTES
}

/** A new directory for a throw-away database: in memory if there is space, else among the temporary files. */
export function makeThrowAwayDir(prefix: string): string {
	const dir = fs.mkdtempSync(path.join(fitsQuota(MEMORY) ? MEMORY : os.tmpdir(), prefix))
	fs.chmodSync(dir, 0o755) // root's server runs as another account, which needs access
	return dir
}
