import { createHash, randomUUID } from 'node:crypto'
import { mkdir, open, unlink } from 'node:fs/promises'
import path from 'node:path'

import type { RangeReader } from '#domain/media/read-video-size.ts'

export type Spool = {
	write: (part: Uint8Array) => Promise<void>
	read: RangeReader
	bytes: () => number
	/** SHA-256 of the bytes written. */
	checksum: () => Buffer
	close: () => Promise<void>
}

/**
 * Creates a temporary file and unlinks it immediately: the system removes it with the last handle, so a killed server, a lost
 * connection or a full disk leave nothing behind. It is in the data folder, because /tmp may be in memory.
 */
export async function openSpool(dataDir: string): Promise<Spool> {
	const folder = path.join(dataDir, 'uploads')
	await mkdir(folder, { recursive: true })
	const file = path.join(folder, randomUUID())
	const handle = await open(file, 'wx+', 0o600)
	await unlink(file)
	const hash = createHash('sha256')
	let bytes = 0
	return {
		async write(part) {
			for (let at = 0; at < part.length;) at += (await handle.write(part, at, part.length - at, bytes + at)).bytesWritten
			hash.update(part)
			bytes += part.length
		},
		async read(offset, length) {
			const part = Buffer.alloc(Math.max(0, Math.min(length, bytes - offset)))
			let at = 0
			while (at < part.length) {
				const { bytesRead } = await handle.read(part, at, part.length - at, offset + at)
				if (bytesRead === 0) throw new Error('the temporary file of an upload was truncated')
				at += bytesRead
			}
			return part
		},
		bytes: () => bytes,
		checksum: () => hash.copy().digest(),
		close: () => handle.close(),
	}
}
