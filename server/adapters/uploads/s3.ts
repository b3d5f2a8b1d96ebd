import { openBucket, type S3Settings } from '#server/db/backup/open-bucket.ts'
import { streamOf } from '#server/kernel/stream-of.ts'

import type { UploadBucket } from './port.ts'

/** Timeouts in milliseconds. A visitor waits for a read; a write may use a slow connection. */
const TIMEOUTS = { read: 10_000, write: 60_000 }
/** Larger files are sent in several requests. */
const PART_BYTES = 8 * 1024 * 1024

export function createS3Uploads(settings: S3Settings, timeouts = TIMEOUTS): UploadBucket {
	const { client, base } = openBucket(settings, timeouts.write)
	const { client: reader } = openBucket(settings, timeouts.read)
	return {
		async write(key, { contentType, bytes, read }) {
			async function* parts() {
				for (let at = 0; at < bytes; at += PART_BYTES) yield await read(at, PART_BYTES)
			}
			// `putAnyObject` retries failed parts, and deletes the uploaded ones if it gives up.
			const data = bytes <= PART_BYTES ? await read(0, bytes) : streamOf(parts())
			const { ok, status } = await client.putAnyObject(base + key, data, contentType)
			if (!ok) throw new Error(`S3 returned ${status}`)
		},
		async read(key, first, last) {
			const response = await reader.getObjectRaw(base + key, false, first, last + 1)
			const bytes = new Uint8Array(await response.arrayBuffer())
			if (bytes.length !== last - first + 1) throw new Error(`S3 returned ${bytes.length} bytes of ${last - first + 1}`)
			return bytes
		},
		async remove(key) {
			if (!(await client.deleteObject(base + key))) throw new Error('S3 did not delete the file')
		},
	}
}
