import { DOWNLOADS } from './media-address.ts'

/** Formats of pictures and videos, with the media types by which browsers know them. */
export const UPLOAD_TYPES = {
	jpeg: 'image/jpeg',
	png: 'image/png',
	webp: 'image/webp',
	gif: 'image/gif',
	avif: 'image/avif',
	svg: 'image/svg+xml',
	mp4: 'video/mp4',
	webm: 'video/webm',
} as const

/** Value of a file input's `accept` attribute that allows only pictures. */
export const PICTURE_TYPES = Object.values(UPLOAD_TYPES)
	.filter((type) => type.startsWith('image/'))
	.join()

/** Names of the picture formats, for messages. */
export const PICTURE_FORMATS = 'JPEG, PNG, WebP, GIF, AVIF or simple SVG'
export const MAX_PICTURE_BYTES = 25_000_000

/** Value of `accept` for files to download. Browsers name their types differently, so it lists endings. */
export const DOWNLOAD_ENDINGS = Object.keys(DOWNLOADS)
	.map((ending) => `.${ending}`)
	.join()
export const DOWNLOAD_FORMATS = 'PDF, MP3, M4A, ZIP, Word, Excel, PowerPoint or OpenDocument'
export const MAX_DOWNLOAD_BYTES = 100_000_000

/** `zip` includes office documents, which are ZIP files. */
export const DOWNLOAD_SIGNATURES = ['pdf', 'mp3', 'm4a', 'zip'] as const
export type DownloadFormat = (typeof DOWNLOAD_SIGNATURES)[number]
export type MediaFormat = keyof typeof UPLOAD_TYPES | DownloadFormat | 'captions'

export type UploadKind = 'picture' | 'video' | 'file'

/** Guesses the kind of a file before it is uploaded, from its name and declared type; null if the library doesn't support it. */
export function guessUploadKind({ name, type }: { name: string; type: string }): UploadKind | null {
	if (Object.hasOwn(DOWNLOADS, /\.(\w+)$/.exec(name)?.[1]?.toLowerCase() ?? '')) return 'file'
	if (!Object.values<string>(UPLOAD_TYPES).includes(type)) return null
	return type.startsWith('video/') ? 'video' : 'picture'
}

/** Number of bytes at the start of a file that `sniffMedia` needs. */
export const SNIFF_BYTES = 512

const text = (bytes: Uint8Array, from: number, to: number) => String.fromCharCode(...bytes.subarray(from, to))

const startsWith = (bytes: Uint8Array, ...signature: number[]) =>
	bytes.length >= signature.length && signature.every((byte, at) => bytes[at] === byte)

function sniffBox(head: Uint8Array): MediaFormat | null {
	if (text(head, 4, 8) !== 'ftyp') return null
	const brand = text(head, 8, 12)
	if (brand === 'avif') return 'avif'
	if (brand === 'M4A ' || brand === 'M4B ') return 'm4a'
	// HEIC, QuickTime and 3GP have the same container, but browsers don't play them.
	return /^(?:isom|iso[2-9]|mp4[12]|avc1|dash|M4V |M4VH|MSNV|iso\d)$/.test(brand) ? 'mp4' : null
}

/** Checks for the header of an MPEG layer III frame, with a valid bit rate and sampling rate. */
export function isMp3Frame([sync = 0, kind = 0, rates = 0]: Uint8Array): boolean {
	const [bitRate, samplingRate] = [rates >> 4, (rates >> 2) & 3]
	return sync === 0xff && (kind & 0xe6) === 0xe2 && bitRate > 0 && bitRate < 15 && samplingRate < 3
}

/**
 * Detects the format of a file from its first bytes; its name and declared type aren't trusted.
 * @returns null if the library doesn't support the format
 */
export function sniffMedia(head: Uint8Array): MediaFormat | null {
	if (startsWith(head, 0xff, 0xd8, 0xff)) return 'jpeg'
	if (startsWith(head, 0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)) return 'png'
	if (/^GIF8[79]a$/.test(text(head, 0, 6))) return 'gif'
	if (text(head, 0, 4) === 'RIFF' && text(head, 8, 12) === 'WEBP') return 'webp'
	// Matroska header, with the DocType of WebM.
	if (startsWith(head, 0x1a, 0x45, 0xdf, 0xa3)) return text(head, 0, 64).includes('\x42\x82\x84webm') ? 'webm' : null
	const box = sniffBox(head)
	if (box) return box
	if (startsWith(head, 0x50, 0x4b, 3, 4)) return 'zip'
	if (text(head, 0, 5) === '%PDF-') return 'pdf'
	if (text(head, 0, 3) === 'ID3' || isMp3Frame(head)) return 'mp3'
	const start = text(head, 0, SNIFF_BYTES).replace(/^\u00ef\u00bb\u00bf/, '')
	if (/^WEBVTT(?:[ \t\r\n]|$)/.test(start)) return 'captions'
	return /^\s*(?:<\?xml[^>]*>\s*)?(?:<!--[\s\S]*?-->\s*)*<svg[\s>]/.test(start) ? 'svg' : null
}

export const isVideo = (format: MediaFormat): format is 'mp4' | 'webm' => format === 'mp4' || format === 'webm'
export const isDownload = (format: MediaFormat): format is DownloadFormat => DOWNLOAD_SIGNATURES.some((each) => each === format)
export const isPicture = (format: MediaFormat) => !isVideo(format) && !isDownload(format) && format !== 'captions'
