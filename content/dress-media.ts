import { captionsAddress, readMediaAddress } from '#domain/media/media-address.ts'

import { htmlElement, type HtmlNode } from './render-figure/html-tree.ts'

/** `sizes` of pictures: the width of the text column; on phones, of the screen. */
const SIZES = '(min-width: 48rem) 44rem, 100vw'

/** Markdown title of a video that lists its caption languages: `captions: en, pt-BR`. */
const CAPTIONS = /^captions: *([a-z]{2,3}(?:-[A-Z]{2})?(?: *, *[a-z]{2,3}(?:-[A-Z]{2})?)*)$/

const languageNames = new Intl.DisplayNames('en', { type: 'language' })

export type CaptionTrack = { src: string; srcLang: string; label: string }

export const toTracks = (videoId: string, languages: readonly string[]): CaptionTrack[] =>
	languages.map((language) => ({
		src: captionsAddress(videoId, language),
		srcLang: language,
		label: languageNames.of(language) ?? language,
	}))

/**
 * Adds size and smaller variants to a picture from the media library, so that the layout doesn't shift. Turns a video into a
 * player: `![Title](/media/…/intro-1280x720.mp4 "captions: en, de")`.
 */
export function dressMedia(node: HtmlNode): void {
	const { src, alt, title } = node.properties ?? {}
	const media = readMediaAddress(String(src))
	if (!media) {
		node.properties = { ...node.properties, loading: 'lazy', decoding: 'async' }
		return
	}
	const { id, kind, size, smaller } = media
	if (kind === 'video') {
		const languages = CAPTIONS.exec(typeof title === 'string' ? title : '')?.[1]?.split(/ *, */) ?? []
		node.tagName = 'video'
		node.properties = { src, controls: true, preload: 'metadata', playsInline: true, ...size, ...(alt ? { ariaLabel: alt } : {}) }
		node.children = toTracks(id, languages).map((track, index) =>
			htmlElement('track', { kind: 'captions', ...track, ...(index === 0 && { default: true }) }),
		)
		return
	}
	const copies = smaller.map((width) => `${String(src)}?w=${width} ${width}w`)
	const srcSet = copies.length > 0 && size ? { srcSet: [...copies, `${String(src)} ${size.width}w`].join(', '), sizes: SIZES } : {}
	node.properties = { src, alt, ...(title ? { title } : {}), ...size, ...srcSet, loading: 'lazy', decoding: 'async' }
}
