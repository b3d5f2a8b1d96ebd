/** Formats of uploads, with the media types by which browsers know them. */
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

export type MediaFormat = keyof typeof UPLOAD_TYPES | 'captions'

/** Number of bytes at the start of a file that `sniffMedia` needs. */
export const SNIFF_BYTES = 512

const text = (bytes: Uint8Array, from: number, to: number) => String.fromCharCode(...bytes.subarray(from, to))

const startsWith = (bytes: Uint8Array, ...signature: number[]) =>
	bytes.length >= signature.length && signature.every((byte, at) => bytes[at] === byte)

function sniffBox(head: Uint8Array): MediaFormat | null {
	if (text(head, 4, 8) !== 'ftyp') return null
	const brand = text(head, 8, 12)
	if (brand === 'avif') return 'avif'
	// HEIC, QuickTime and 3GP have the same container, but browsers don't play them.
	return /^(?:isom|iso[2-9]|mp4[12]|avc1|dash|M4V |M4VH|MSNV|iso\d)$/.test(brand) ? 'mp4' : null
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
	const start = text(head, 0, SNIFF_BYTES).replace(/^\u00ef\u00bb\u00bf/, '')
	if (/^WEBVTT(?:[ \t\r\n]|$)/.test(start)) return 'captions'
	return /^\s*(?:<\?xml[^>]*>\s*)?(?:<!--[\s\S]*?-->\s*)*<svg[\s>]/.test(start) ? 'svg' : null
}

export const isPicture = (format: MediaFormat) => format !== 'mp4' && format !== 'webm' && format !== 'captions'
