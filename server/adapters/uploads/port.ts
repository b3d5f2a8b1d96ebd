import type { RangeReader } from '#domain/media/read-video-size.ts'

export type UploadBucket = {
	/** @throws Error with the reason; nothing is then stored under the key */
	write: (key: string, file: { contentType: string; bytes: number; read: RangeReader }) => Promise<void>
	/**
	 * Reads the bytes from `first` to `last`, both included.
	 * @throws Error with the reason
	 */
	read: (key: string, first: number, last: number) => Promise<Uint8Array<ArrayBuffer>>
	/** Removes a file. Does nothing if there is none. */
	remove: (key: string) => Promise<void>
}
