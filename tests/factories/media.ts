import { createHash } from 'node:crypto'

import { mediaAddress } from '#domain/media/media-address.ts'
import { type Deps, systemContext } from '#server/services/context.ts'
import { storeMedia } from '#server/services/platform/media/store-media.ts'

/** Adds a picture of three bytes to the library. @returns its URL */
export async function addPicture(deps: Deps, name = 'sky-40x30.webp', uploaderId: string | null = null): Promise<string> {
	const data = Buffer.from('sky')
	const checksum = createHash('sha256').update(data).digest()
	const read = (offset: number, length: number) => Promise.resolve(data.subarray(offset, offset + length))
	const files = [{ variant: 0, contentType: 'image/webp', bytes: data.length, checksum, read }]
	const id = await storeMedia(systemContext(deps, 'test'), {
		kind: 'picture',
		name,
		alt: 'The sky',
		width: 40,
		height: 30,
		uploaderId,
		files,
	})
	return mediaAddress({ id, name })
}
