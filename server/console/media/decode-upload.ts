import { logoParts } from '#content/logo.ts'
import { checkLogo } from '#content/schema/logo.ts'
import { findCaptionsProblem } from '#domain/media/check-captions.ts'
import { mediaFileName } from '#domain/media/media-address.ts'
import { readMp4Size, readWebmSize } from '#domain/media/read-video-size.ts'
import { mediaFileInMemory, type MediaFile } from '#server/services/platform/media/store-media.ts'

import { readPicture } from './read-picture.ts'
import { type ReceivedFile, refuseFile } from './receive-upload.ts'

/** Type and content of an upload, determined by decoding the whole file. */
export type DecodedUpload = { kind: 'picture' | 'video'; name: string; width: number; height: number; files: MediaFile[] }

const asStored = ({ spool }: ReceivedFile, contentType: string): MediaFile => ({
	variant: 0,
	contentType,
	bytes: spool.bytes(),
	checksum: spool.checksum(),
	read: spool.read,
})

const readAll = ({ spool }: ReceivedFile) => spool.read(0, spool.bytes())

function decodeText(bytes: Uint8Array): string {
	try {
		return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
	} catch {
		throw refuseFile('unprocessable', 'This file isn’t in UTF-8. Save it as UTF-8 and upload it again.')
	}
}

async function decodeDrawing(file: ReceivedFile): Promise<DecodedUpload> {
	const source = decodeText(await readAll(file))
	const [issue] = checkLogo(source)
	if (issue) throw refuseFile('unprocessable', `This SVG can’t be used (line ${issue.line}: ${issue.message}). Upload it as a PNG instead.`)
	const [, , width = 40, height = 40] = logoParts(source)
		.viewBox.trim()
		.split(/[\s,]+/)
		.map((side) => Math.max(1, Math.round(Number(side))))
	const drawn = mediaFileInMemory(0, 'image/svg+xml', new TextEncoder().encode(source))
	return { kind: 'picture', name: mediaFileName(file.fileName, { width, height }, 'svg'), width, height, files: [drawn] }
}

async function decodeVideo(file: ReceivedFile, format: 'mp4' | 'webm'): Promise<DecodedUpload> {
	const { spool } = file
	const size = format === 'mp4' ? await readMp4Size(spool.read, spool.bytes()) : await readWebmSize(spool.read)
	if (!size) throw refuseFile('unprocessable', 'This video can’t be read: the file is damaged or cut off, or it has no picture.')
	return { kind: 'video', name: mediaFileName(file.fileName, size, format), ...size, files: [asStored(file, `video/${format}`)] }
}

/**
 * Decodes a picture or video completely, and re-encodes pictures.
 * @throws ServiceError media_refused (422) with the reason
 */
export async function decodeUpload(file: ReceivedFile): Promise<DecodedUpload> {
	const { format } = file
	if (format === 'captions') throw refuseFile('unprocessable', 'Open the video that these captions belong to, and add them there.')
	if (format === 'svg') return decodeDrawing(file)
	if (format === 'mp4' || format === 'webm') return decodeVideo(file, format)
	const picture = await readPicture(await readAll(file))
	if (!picture.ok) throw refuseFile('unprocessable', picture.problem)
	const { width, height } = picture
	const files = picture.files.map(({ variant, bytes }) => mediaFileInMemory(variant, 'image/webp', bytes))
	return { kind: 'picture', name: mediaFileName(file.fileName, { width, height }, 'webp'), width, height, files }
}

/** @throws ServiceError media_refused (422) with the reason */
export async function validateCaptions(file: ReceivedFile): Promise<MediaFile> {
	if (file.format !== 'captions') throw refuseFile('unprocessable', 'Captions must be a WebVTT file (.vtt).')
	const problem = findCaptionsProblem(decodeText(await readAll(file)))
	if (problem) throw refuseFile('unprocessable', problem)
	return asStored(file, 'text/vtt; charset=utf-8')
}
