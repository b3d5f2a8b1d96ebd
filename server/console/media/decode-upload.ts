import { logoParts } from '#content/logo.ts'
import { checkLogo } from '#content/schema/logo.ts'
import { findCaptionsProblem } from '#domain/media/check-captions.ts'
import { DOWNLOADS, mediaFileName, titleFromFileName } from '#domain/media/media-address.ts'
import { readDownload } from '#domain/media/read-download.ts'
import { readMp4, readWebmSize } from '#domain/media/read-video-size.ts'
import { type DownloadFormat, isDownload, isVideo } from '#domain/media/sniff-media.ts'
import { mediaFileInMemory, type MediaFile } from '#server/services/platform/media/store-media.ts'

import { readPicture } from './read-picture.ts'
import { type ReceivedFile, refuseFile } from './receive-upload.ts'

/** Type and content of an upload, determined by decoding the whole file. */
export type DecodedUpload = {
	name: string
	files: MediaFile[]
	/** Title if none is given: the file's own name. */
	title?: string
} & ({ kind: 'picture' | 'video'; width: number; height: number } | { kind: 'file'; width: null; height: null })

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
	const film = format === 'mp4' ? await readMp4(spool.read, spool.bytes()) : null
	const size = film ? film.size : await readWebmSize(spool.read)
	if (!size && film?.hasSound) return decodeDownload(file, 'm4a')
	if (!size) throw refuseFile('unprocessable', 'This video can’t be read: the file is damaged or cut off, or it has no picture.')
	return { kind: 'video', name: mediaFileName(file.fileName, size, format), ...size, files: [asStored(file, `video/${format}`)] }
}

async function decodeDownload(file: ReceivedFile, format: DownloadFormat): Promise<DecodedUpload> {
	const { spool, fileName } = file
	const read = await readDownload(format, spool.read, spool.bytes())
	if (!read.ok) throw refuseFile('unprocessable', read.problem)
	const name = mediaFileName(fileName, { bytes: spool.bytes() }, read.ending)
	const files = [asStored(file, DOWNLOADS[read.ending].type)]
	return { kind: 'file', name, title: titleFromFileName(fileName), width: null, height: null, files }
}

/**
 * Decodes a picture or video completely, and re-encodes pictures.
 * @throws ServiceError media_refused (422) with the reason
 */
export async function decodeUpload(file: ReceivedFile): Promise<DecodedUpload> {
	const { format } = file
	if (format === 'captions') throw refuseFile('unprocessable', 'Open the video that these captions belong to, and add them there.')
	if (format === 'svg') return decodeDrawing(file)
	if (isVideo(format)) return decodeVideo(file, format)
	if (isDownload(format)) return decodeDownload(file, format)
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
