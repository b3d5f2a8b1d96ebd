/** Widths of a picture's smaller variants, for phones and text columns. Only those narrower than the picture exist. */
const SMALLER_WIDTHS = [480, 960, 1600]

export const smallerWidths = (width: number): number[] => SMALLER_WIDTHS.filter((smaller) => smaller < width)

const ADDRESS =
	/^\/media\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\/([a-z0-9-]+?)(?:-([1-9]\d{0,4})x([1-9]\d{0,4}))?\.(webp|svg|mp4|webm)$/

export type MediaAddress = { id: string; kind: 'picture' | 'video'; size: { width: number; height: number } | null; smaller: number[] }

export const mediaAddress = ({ id, name }: { id: string; name: string }): string => `/media/${id}/${name}`

export const captionsAddress = (videoId: string, language: string): string => `/media/${videoId}/captions-${language}.vtt`

/** Returns the Markdown title of a video, which names the languages of its captions; null without captions. */
export const captionsTitle = (languages: readonly string[]): string | null =>
	languages.length === 0 ? null : `captions: ${languages.join(', ')}`

/**
 * Parses the URL of a media file. Its name contains the picture's size, so that a page can reserve space without a database query.
 * @returns null for any other URL
 */
export function readMediaAddress(address: string): MediaAddress | null {
	const [, id, , width, height, ending = ''] = ADDRESS.exec(address) ?? []
	if (id === undefined) return null
	const size = width === undefined ? null : { width: Number(width), height: Number(height) }
	const kind = ending === 'mp4' || ending === 'webm' ? 'video' : 'picture'
	return { id, kind, size, smaller: ending === 'webp' && size ? smallerWidths(size.width) : [] }
}

const MAX_NAME_LENGTH = 60

/** Returns the file name in the media library: `Sunset (2).JPG` becomes `sunset-2-1600x900.webp`. */
export function mediaFileName(fileName: string, size: { width: number; height: number } | null, ending: string): string {
	const words = fileName
		.replace(/^.*[/\\]/, '')
		.replace(/\.\w{1,5}$/, '')
		.normalize('NFKD')
		.replaceAll(/\p{M}/gu, '')
		.toLowerCase()
		.replaceAll(/[^a-z0-9]+/g, '-')
		// Removes a size in the original name, which would be parsed as the picture's size.
		.replaceAll(/-\d+x\d+(?=-|$)/g, '')
		.slice(0, MAX_NAME_LENGTH)
		.replaceAll(/^-+|-+$/g, '')
	return `${words || 'file'}${size ? `-${size.width}x${size.height}` : ''}.${ending}`
}
