import { captionsAddress, type MediaAddress, readMediaAddress } from '#domain/media/media-address.ts'
import { readVideoLink, type VideoLink } from '#domain/media/video-link.ts'

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
 * Turns a file to download, `![Workbook](/media/…/workbook-1843kb.pdf)`, into a link with its kind and size. A paragraph that is only
 * such a link becomes a card (addCard).
 */
function dressFile(node: HtmlNode, title: string, { name, about }: NonNullable<MediaAddress['file']>): void {
	const { src: href } = node.properties ?? {}
	node.tagName = 'a'
	node.properties = { href, download: name }
	node.children = [{ type: 'text', value: `${title || name} (${about})` }]
}

/** Turns a paragraph that is only a file to download into a card with its name, kind and size; audio has a player, too. */
export function addCard(node: HtmlNode): void {
	const [link, ...others] = node.children ?? []
	const { href, download } = link?.properties ?? {}
	const file = link?.tagName === 'a' && download !== undefined ? readMediaAddress(String(href))?.file : null
	if (!link || !file || others.length > 0) return
	const words = link.children?.[0]?.value ?? ''
	const title = words.slice(0, words.lastIndexOf(' ('))
	const audio = { src: href, controls: true, preload: 'metadata', className: ['w-full'], ariaLabel: title }
	const button = { href, download, className: ['btn', 'btn-secondary'], ariaLabel: `Download ${words}` }
	node.tagName = 'div'
	node.properties = { className: ['callout', 'callout-example'] }
	node.children = [
		htmlElement('p', {}, htmlElement('b', {}, title), htmlElement('br', {}), htmlElement('span', { className: ['text-soft'] }, file.about)),
		...(file.isAudio ? [htmlElement('audio', audio)] : []),
		htmlElement('p', {}, htmlElement('a', button, 'Download')),
	]
}

/**
 * Turns a video on YouTube or Vimeo, `![Title](https://youtu.be/…)`, into an iframe with a page of ours, which loads the
 * video when it is played (server/http/media/video-frame.ts). Adds a link for readers without iframes, such as feed
 * readers.
 */
function frameVideo(node: HtmlNode, title: string, { frame, url, site }: VideoLink): void {
	const allow = 'autoplay; encrypted-media; fullscreen; picture-in-picture'
	node.tagName = 'span'
	node.properties = { className: ['grid', 'gap-2'] }
	node.children = [
		htmlElement('iframe', {
			src: frame,
			title,
			loading: 'lazy',
			allow,
			className: ['aspect-video', 'w-full', 'bg-ink'],
		}),
		htmlElement('span', { className: ['text-soft'] }, `${title} (`, htmlElement('a', { href: url, rel: 'noopener' }, `on ${site}`), ')'),
	]
}

/**
 * Adds size and smaller variants to a picture from the media library, so that the layout doesn't shift. Turns a video into a
 * player: `![Title](/media/…/intro-1280x720.mp4 "captions: en, de")`.
 */
export function dressMedia(node: HtmlNode): void {
	const { src, alt, title } = node.properties ?? {}
	const media = readMediaAddress(String(src))
	const link = media ? null : readVideoLink(String(src))
	if (link) return frameVideo(node, typeof alt === 'string' && alt !== '' ? alt : `Video from ${link.site}`, link)
	if (!media) {
		node.properties = { ...node.properties, loading: 'lazy', decoding: 'async' }
		return
	}
	const { id, kind, size, smaller, file } = media
	if (file) return dressFile(node, typeof alt === 'string' ? alt : '', file)
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
