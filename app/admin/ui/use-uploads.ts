import { useRef, useState } from 'react'

import { titleFromFileName } from '#domain/media/media-address.ts'
import { guessUploadKind, MAX_DOWNLOAD_BYTES, MAX_PICTURE_BYTES, type UploadKind } from '#domain/media/sniff-media.ts'

import { uploadFile, type UploadedMedia } from './send-file.ts'

export type Upload = {
	key: number
	file: File
	alt: string
	/** `refused`: the file can't be used. */
	state: 'ready' | 'sending' | 'failed' | 'refused' | 'done'
	/** Fraction from 0 to 1. */
	share: number
	message: string
}

const DECODABLE: ReadonlySet<string> = new Set(['image/jpeg', 'image/png', 'image/webp', 'image/gif'])

/** Returns why a file can't be used, before anyone describes it; null if the server decides. */
async function findRefusal(file: File, videoBytes: number): Promise<string | null> {
	const kind = guessUploadKind(file)
	if (file.type !== '' && !kind) return 'This kind of file can’t be used.'
	if (file.size === 0) return 'This file is empty.'
	if (file.size > { picture: MAX_PICTURE_BYTES, video: videoBytes, file: MAX_DOWNLOAD_BYTES }[kind ?? 'picture'])
		return 'This file is too large.'
	if (!DECODABLE.has(file.type)) return null
	return createImageBitmap(file, { resizeWidth: 1 }).then(
		(bitmap) => (bitmap.close(), null),
		() => 'This picture can’t be read: the file is damaged or isn’t a picture.',
	)
}

export const uploadKindOf = (file: File): UploadKind => guessUploadKind(file) ?? 'picture'

const LIST_AT_ONCE = 20

export function useUploads(formToken: string, videoBytes: number, onUploaded: (uploaded: UploadedMedia) => void) {
	const [uploads, setUploads] = useState<readonly Upload[]>([])
	const next = useRef(0)
	const controllers = useRef(new Map<number, AbortController>())

	const change = (key: number, changes: Partial<Upload>) =>
		setUploads((all) => all.map((each) => (each.key === key ? { ...each, ...changes } : each)))

	const add = (files: Iterable<File>) => {
		const added = [...files].slice(0, LIST_AT_ONCE).map((file): Upload => {
			next.current += 1
			const alt = uploadKindOf(file) === 'file' ? titleFromFileName(file.name) : ''
			return { key: next.current, file, alt, state: 'ready', share: 0, message: '' }
		})
		setUploads((all) => [...all.filter(({ state }) => state !== 'done'), ...added])
		for (const { key, file } of added)
			void findRefusal(file, videoBytes).then((message) => message !== null && change(key, { state: 'refused', message }))
	}

	const remove = (key: number) => {
		controllers.current.get(key)?.abort()
		setUploads((all) => all.filter((each) => each.key !== key))
	}

	async function send({ key, file, alt }: Upload) {
		if (alt.trim() === '' && uploadKindOf(file) === 'picture')
			return change(key, { state: 'failed', message: 'Describe the picture first.' })
		const controller = new AbortController()
		controllers.current.set(key, controller)
		change(key, { state: 'sending', share: 0, message: '' })
		try {
			const uploaded = await uploadFile({
				file,
				alt,
				formToken,
				signal: controller.signal,
				onProgress: (share) => change(key, { share }),
			})
			change(key, { state: 'done', share: 1 })
			onUploaded(uploaded)
		} catch (error) {
			if (error instanceof DOMException && error.name === 'AbortError') return
			change(key, { state: 'failed', message: error instanceof Error ? error.message : String(error) })
		} finally {
			controllers.current.delete(key)
		}
	}

	async function sendAll() {
		for (const upload of uploads) if (upload.state === 'ready' || upload.state === 'failed') await send(upload)
	}

	return { uploads, add, remove, sendAll, describe: (key: number, alt: string) => change(key, { alt }) }
}
