import { type MediaAddress, readMediaAddress } from './media-address.ts'

/** A video on another site. `frame`: our own page around the video, for use in an iframe. `player`: the site's player. */
export type VideoLink = { site: 'YouTube' | 'Vimeo'; url: string; frame: string; player: string }

const LINK =
	/^(?:https?:\/\/)?(?:(?:www|m|music|player)\.)?(youtu\.be|youtube\.com|youtube-nocookie\.com|vimeo\.com)\/([^?#\s]*)(?:\?([^#\s]*))?(?:#\S*)?$/i

const readParameter = (query: string, name: string) => new RegExp(`(?:^|&)${name}=([^&]*)`).exec(query)?.[1]

const findYoutubeId = (host: string, path: string, query: string): string | undefined =>
	host === 'youtu.be' ? path : path === 'watch' ? readParameter(query, 'v') : /^(?:embed|shorts|live|v)\/([^/]+)\/?$/.exec(path)?.[1]

/** Returns the ID of a Vimeo video; for an unlisted one, followed by its hash: `123456789-0a1b2c3d4e`. */
function findVimeoId(path: string, query: string): string | undefined {
	const [, id, hash = readParameter(query, 'h')] = /^(?:video\/|channels\/\w+\/)?(\d+)(?:\/([0-9a-f]+))?\/?$/.exec(path) ?? []
	return hash === undefined ? id : `${id}-${hash}`
}

/** Describes a video by its site and id, as in the address of its frame; null for an invalid id. */
export function describeVideo(site: string, id: string): VideoLink | null {
	const frame = `/embed/${site}/${id}`
	if (site === 'youtube' && /^[\w-]{11}$/.test(id)) {
		const player = `https://www.youtube-nocookie.com/embed/${id}?autoplay=1&rel=0`
		return { site: 'YouTube', url: `https://www.youtube.com/watch?v=${id}`, frame, player }
	}
	const [, number, hash] = (site === 'vimeo' && /^(\d{6,12})(?:-([0-9a-f]{6,20}))?$/.exec(id)) || []
	if (number === undefined) return null
	const player = `https://player.vimeo.com/video/${number}?dnt=1&autoplay=1${hash === undefined ? '' : `&h=${hash}`}`
	return { site: 'Vimeo', url: `https://vimeo.com/${number}${hash === undefined ? '' : `/${hash}`}`, frame, player }
}

/** Parses a link to a video on YouTube or Vimeo, in any of the forms that these sites use; null for any other text. */
export function readVideoLink(text: string): VideoLink | null {
	const [, host = '', path = '', query = ''] = LINK.exec(text.trim()) ?? []
	return host.toLowerCase() === 'vimeo.com'
		? describeVideo('vimeo', findVimeoId(path, query) ?? '')
		: describeVideo('youtube', findYoutubeId(host.toLowerCase(), path, query) ?? '')
}

/** Returns the kind of file behind a Markdown image, by its URL: videos and downloads use the image syntax, too. */
export const mediaKindOfAddress = (address: string): MediaAddress['kind'] =>
	readMediaAddress(address)?.kind ?? (readVideoLink(address) ? 'video' : 'picture')
