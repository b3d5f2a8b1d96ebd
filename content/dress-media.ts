import { captionsAddress, readMediaAddress } from '#domain/media/media-address.ts'

import { element, type HtmlNode } from './render-figure/html-tree.ts'

/** Width of the column of a text; on a phone, the screen. */
const SIZES = '(min-width: 48rem) 44rem, 100vw'

/** `captions: en, pt-BR` in the title of a video: the languages of its captions. */
const CAPTIONS = /^captions: *([a-z]{2,3}(?:-[A-Z]{2})?(?: *, *[a-z]{2,3}(?:-[A-Z]{2})?)*)$/

const languageNames = new Intl.DisplayNames('en', { type: 'language' })

const toTrack = (id: string, language: string, isFirst: boolean): HtmlNode =>
	element('track', {
		kind: 'captions',
		src: captionsAddress(id, language),
		srcLang: language,
		label: languageNames.of(language) ?? language,
		...(isFirst && { default: true }),
	})

/**
 * Dresses a picture of the media library with its size and its smaller copies, so that nothing moves when it arrives, and makes
 * a video of one: `![Title](/media/…/intro-1280x720.mp4 "captions: en, de")`. Other pictures load late, and stay as they are.
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
		node.children = languages.map((language, index) => toTrack(id, language, index === 0))
		return
	}
	const copies = smaller.map((width) => `${String(src)}?w=${width} ${width}w`)
	const srcSet = copies.length > 0 && size ? { srcSet: [...copies, `${String(src)} ${size.width}w`].join(', '), sizes: SIZES } : {}
	node.properties = { src, alt, ...(title ? { title } : {}), ...size, ...srcSet, loading: 'lazy', decoding: 'async' }
}
