import { InputRule } from '@tiptap/core'
import { Image } from '@tiptap/extension-image'
import { DOMSerializer, type Node as DocNode } from '@tiptap/pm/model'

import { type MediaAddress, readMediaAddress } from '#domain/media/media-address.ts'
import { mediaKindOfAddress, readVideoLink } from '#domain/media/video-link.ts'

/** Kinds of files that a dialog adds from Media. */
export type MediaKind = MediaAddress['kind']

/** Returns the kind of file that an image node shows: in Markdown, videos and files from Media are images, too. */
export const mediaKindOf = ({ attrs }: DocNode): MediaKind => mediaKindOfAddress(String(attrs.src))

const BOX = 'inline-grid max-w-full gap-1 border border-line-strong bg-sunk p-2'

function drawVideo({ attrs }: DocNode, onClick: () => void) {
	const { src, alt } = attrs as Readonly<Record<'src' | 'alt', string>>
	const dom = document.createElement('span')
	const video = document.createElement('video')
	Object.assign(video, { src, controls: true, preload: 'metadata', className: 'max-h-80 max-w-full', ...readMediaAddress(src)?.size })
	video.setAttribute('aria-label', alt)
	dom.className = BOX
	dom.append(video, alt || 'Untitled video')
	video.addEventListener('click', onClick)
	// The player handles its own events, such as dragging its controls.
	return { dom, stopEvent: ({ target }: Event) => target === video, ignoreMutation: () => true }
}

/** Draws a box with the name and kind of a file to download, or of a video on another site. */
function drawFile({ attrs }: DocNode) {
	const { src, alt } = attrs as Readonly<Record<'src' | 'alt', string>>
	const [file, link] = [readMediaAddress(src)?.file, readVideoLink(src)]
	const dom = document.createElement('span')
	const name = document.createElement('b')
	dom.className = `${BOX} min-w-60`
	name.append(alt || `Untitled ${link ? 'video' : 'file'}`)
	dom.append(name, link ? `▶ Video from ${link.site}` : (file?.about ?? ''))
	if (file?.isAudio) {
		const audio = document.createElement('audio')
		Object.assign(audio, { src, controls: true, preload: 'metadata', className: 'max-w-full' })
		audio.setAttribute('aria-label', alt || 'Untitled file')
		dom.append(audio)
	}
	return { dom, stopEvent: ({ target }: Event) => target instanceof HTMLAudioElement, ignoreMutation: () => true }
}

/** Draws a picture with its caption below, as on the page. */
function drawPicture(node: DocNode) {
	const { dom: picture } = DOMSerializer.renderSpec(document, node.type.spec.toDOM!(node))
	const { title } = node.attrs as { title: string | null }
	if (!title) return { dom: picture }
	const [dom, caption] = [document.createElement('span'), document.createElement('span')]
	dom.className = 'inline-grid max-w-full'
	caption.className = 'mt-2 text-soft'
	caption.textContent = title
	dom.append(picture, caption)
	return { dom }
}

/** Markdown of a picture, video or file whose last bracket is being typed. */
const TYPED = /!\[([^[\]]+)\]\(([^()\s]+)\)$/

/** Node for pictures, videos and files of Media, and for videos of YouTube and Vimeo. */
export const MediaNode = Image.extend({
	addNodeView:
		() =>
		({ node, editor, getPos }) =>
			readMediaAddress(String(node.attrs.src))?.kind === 'video'
				? drawVideo(node, () => void editor.commands.setNodeSelection(getPos() ?? 0))
				: mediaKindOf(node) !== 'picture'
					? drawFile(node)
					: drawPicture(node),
	// Pages show only files of Media and videos of some sites, so any other address stays text.
	addInputRules: () => [
		new InputRule({
			find: TYPED,
			handler: ({ state: { tr, schema }, range, match: [, alt, src = ''] }) => {
				if (!readMediaAddress(src) && !readVideoLink(src)) return null
				return void tr.replaceWith(range.from, range.to, schema.node('image', { src, alt }))
			},
		}),
	],
}).configure({ inline: true })
