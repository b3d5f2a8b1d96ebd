import fs from 'node:fs'
import path from 'node:path'

import type { Installation } from './installation.ts'
import { MAX_SOCKET_DIR_BYTES } from './launch-postmaster.ts'

/** Removes socket directories that killed processes left behind. */
export function removeOldSocketDirs({ dir, major }: Installation, current: string): void {
	for (const name of fs.readdirSync(dir)) {
		const found = path.join(dir, name)
		if (name.startsWith(`run-${major}-`) && found !== current) fs.rmSync(found, { recursive: true, force: true })
	}
}

/**
 * Creates a symlink with a fixed path to the current socket directory, so that pools survive a restart of the server.
 * @returns the symlink, or the directory itself if the symlink's path would be too long or leads to another directory
 */
export function stableSocketHost({ dir, major }: Installation, socketDir: string, mayMove: boolean): string {
	const link = path.join(dir, `sock${major}`)
	if (path.dirname(socketDir) !== dir || Buffer.byteLength(link) > MAX_SOCKET_DIR_BYTES) return socketDir
	if (mayMove) {
		const draft = `${link}.${process.pid}`
		fs.rmSync(draft, { force: true })
		fs.symlinkSync(path.basename(socketDir), draft)
		fs.renameSync(draft, link)
	}
	return fs.existsSync(link) && fs.realpathSync(link) === fs.realpathSync(socketDir) ? link : socketDir
}
