import { runInThread } from '#server/kernel/threads.ts'
import { runOneAtATime } from '#server/services/platform/locks/one-at-a-time.ts'

export type ReadPicture =
	| {
			ok: true
			width: number
			height: number
			/** WebP files. Variant 0 is the full picture, others are named by their width. */ files: { variant: number; bytes: Uint8Array }[]
	  }
	| { ok: false; problem: string }

export type LogoPng = { png: Uint8Array; width: number }

const LIMITS = { megabytes: 128, milliseconds: 60_000 }

const run = <T>(name: 'readPicture' | 'convertToLogo' | 'convertForMail', task: Uint8Array): Promise<T> =>
	runInThread({ file: new URL('./picture-thread.ts', import.meta.url), name, task }, LIMITS)

/**
 * Re-encodes a picture as WebP with smaller variants, so no byte of the upload is kept. One at a time, because a large picture takes a
 * few hundred megabytes of memory.
 */
export const readPicture = (bytes: Uint8Array): Promise<ReadPicture> =>
	runOneAtATime('pictures', () =>
		run<ReadPicture>('readPicture', bytes).catch((): ReadPicture => ({
			ok: false,
			problem: 'This picture takes too long to read. Upload a smaller one.',
		})),
	)

/** Converts a picture to a logo PNG; null if it can't be decoded or made small enough. */
export const convertToLogo = (bytes: Uint8Array): Promise<LogoPng | null> =>
	runOneAtATime('pictures', () => run<LogoPng | null>('convertToLogo', bytes).catch(() => null))

/** Converts a picture from the media library to a JPEG for emails; null if it can't be decoded. */
export const convertForMail = (bytes: Uint8Array): Promise<Uint8Array | null> =>
	runOneAtATime('pictures', () => run<Uint8Array | null>('convertForMail', bytes).catch(() => null))
