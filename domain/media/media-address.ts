import { formatBytes } from './format-bytes.ts'

/** Widths of a picture's smaller variants, for phones and text columns. Only those narrower than the picture exist. */
const SMALLER_WIDTHS = [480, 960, 1600]

export const smallerWidths = (width: number): number[] => SMALLER_WIDTHS.filter((smaller) => smaller < width)

/** Downloadable files by extension: the media type, and the name that readers know. */
export const DOWNLOADS = {
	pdf: { type: 'application/pdf', kind: 'PDF' },
	mp3: { type: 'audio/mpeg', kind: 'MP3 audio' },
	m4a: { type: 'audio/mp4', kind: 'M4A audio' },
	zip: { type: 'application/zip', kind: 'ZIP' },
	docx: { type: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document', kind: 'Word' },
	xlsx: { type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', kind: 'Excel' },
	pptx: { type: 'application/vnd.openxmlformats-officedocument.presentationml.presentation', kind: 'PowerPoint' },
	odt: { type: 'application/vnd.oasis.opendocument.text', kind: 'OpenDocument text' },
	ods: { type: 'application/vnd.oasis.opendocument.spreadsheet', kind: 'OpenDocument spreadsheet' },
	odp: { type: 'application/vnd.oasis.opendocument.presentation', kind: 'OpenDocument presentation' },
} as const
export type DownloadEnding = keyof typeof DOWNLOADS

const ADDRESS = new RegExp(
	String.raw`^/media/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})/([a-z0-9-]+?)(?:-([1-9]\d{0,4})x([1-9]\d{0,4})|-([1-9]\d{0,6})kb)?\.(webp|svg|mp4|webm|${Object.keys(DOWNLOADS).join('|')})$`,
)

export type MediaAddress = {
	id: string
	kind: 'picture' | 'video' | 'file'
	size: { width: number; height: number } | null
	smaller: number[]
	/** Set only for a download. `about` is its kind and size, such as `PDF, 12 MB`. */
	file: { name: string; about: string; isAudio: boolean } | null
}

export const mediaAddress = ({ id, name }: { id: string; name: string }): string => `/media/${id}/${name}`

export const captionsAddress = (videoId: string, language: string): string => `/media/${videoId}/captions-${language}.vtt`

/** Returns the Markdown title of a video, which names the languages of its captions; null without captions. */
export const captionsTitle = (languages: readonly string[]): string | null =>
	languages.length === 0 ? null : `captions: ${languages.join(', ')}`

const isDownload = (ending: string): ending is DownloadEnding => Object.hasOwn(DOWNLOADS, ending)

/**
 * Parses the URL of a media file. Its name contains the size of a picture or download, so that a page needs no database query.
 * @returns null for any other URL
 */
export function readMediaAddress(address: string): MediaAddress | null {
	const [, id, name = '', width, height, kilobytes, ending = ''] = ADDRESS.exec(address) ?? []
	if (id === undefined) return null
	const size = width === undefined ? null : { width: Number(width), height: Number(height) }
	if (isDownload(ending)) {
		const { kind, type } = DOWNLOADS[ending]
		const about = kilobytes === undefined ? kind : `${kind}, ${formatBytes(Number(kilobytes) * 1000)}`
		return { id, kind: 'file', size: null, smaller: [], file: { name: `${name}.${ending}`, about, isAudio: type.startsWith('audio/') } }
	}
	const kind = ending === 'mp4' || ending === 'webm' ? 'video' : 'picture'
	return { id, kind, size, smaller: ending === 'webp' && size ? smallerWidths(size.width) : [], file: null }
}

const MAX_NAME_LENGTH = 60

/** Size in the name of a media file: of a picture in pixels, of a file to download in bytes. */
type NamedSize = { width: number; height: number } | { bytes: number } | null

const printSize = (size: NamedSize): string =>
	size === null ? '' : 'bytes' in size ? `-${Math.ceil(size.bytes / 1000)}kb` : `-${size.width}x${size.height}`

/** Returns the file name in the media library: `Sunset (2).JPG` becomes `sunset-2-1600x900.webp`. */
export function mediaFileName(fileName: string, size: NamedSize, ending: string): string {
	const words = fileName
		.replace(/^.*[/\\]/, '')
		.replace(/\.\w{1,5}$/, '')
		.normalize('NFKD')
		.replaceAll(/\p{M}/gu, '')
		.toLowerCase()
		.replaceAll(/[^a-z0-9]+/g, '-')
		// Removes a size in the original name, which would be parsed as the file's size.
		.replaceAll(/-\d+(?:x\d+|kb)(?=-|$)/g, '')
		.slice(0, MAX_NAME_LENGTH)
		.replaceAll(/^-+|-+$/g, '')
	return `${words || 'file'}${printSize(size)}.${ending}`
}

/** Returns a title for a file from its name: `Week 1_Workbook.pdf` becomes `Week 1 Workbook`. */
export const titleFromFileName = (fileName: string): string =>
	fileName
		.replace(/^.*[/\\]/, '')
		.replace(/\.\w{1,5}$/, '')
		.replaceAll(/[_\s]+/g, ' ')
		.trim()
