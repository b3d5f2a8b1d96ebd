import { createHash } from 'node:crypto'
import fs from 'node:fs'
import { pipeline } from 'node:stream/promises'

/** @returns SHA-256 in hex */
export async function hashFile(file: string): Promise<string> {
	const hash = createHash('sha256')
	for await (const part of fs.createReadStream(file)) hash.update(part as Buffer)
	return hash.digest('hex')
}

/**
 * Copies a file and syncs it to disk. Only the owner can read the copy.
 * @returns SHA-256 of the written bytes
 */
export async function copyHashed(from: string, to: string): Promise<string> {
	const hash = createHash('sha256')
	await pipeline(
		fs.createReadStream(from),
		async function* (parts: AsyncIterable<Buffer>) {
			for await (const part of parts) {
				hash.update(part)
				yield part
			}
		},
		fs.createWriteStream(to, { flags: 'wx', mode: 0o600, flush: true }),
	)
	return hash.digest('hex')
}

/** Syncs a folder's entries to disk, on systems that support it. */
export function syncFolder(dir: string): void {
	const descriptor = fs.openSync(dir, 'r')
	try {
		fs.fsyncSync(descriptor)
	} finally {
		fs.closeSync(descriptor)
	}
}
