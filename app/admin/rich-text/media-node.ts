import { Image } from '@tiptap/extension-image'
import { DOMSerializer, type Node as DocNode } from '@tiptap/pm/model'

import { readMediaAddress } from '#domain/media/media-address.ts'

/** Kinds of files that a dialog adds from Media. */
export type MediaKind = 'picture' | 'video'

/** Returns the kind of file that an image node shows: Markdown writes a video from Media like a picture. */
export const mediaKindOf = ({ attrs }: DocNode): MediaKind => readMediaAddress(String(attrs.src))?.kind ?? 'picture'

const BOX = 'inline-grid max-w-full gap-1 border border-line-strong bg-sunk p-2'

function drawVideo({ attrs }: DocNode, onClick: () => void) {
	const { src, alt } = attrs as Readonly<Record<'src' | 'alt', string>>
	const dom = document.createElement('span')
	const video = document.createElement('video')
	Object.assign(video, { src, controls: true, preload: 'metadata', className: 'max-h-80 max-w-full', ...readMediaAddress(src)?.size })
	video.setAttribute('aria-label', alt)
	dom.className = BOX
	dom.append(video, alt || 'Video without a title')
	video.addEventListener('click', onClick)
	// The player handles its own events, such as dragging its controls.
	return { dom, stopEvent: ({ target }: Event) => target === video, ignoreMutation: () => true }
}

/** A picture, or a video from Media, which is shown as a player with its title. */
export const MediaNode = Image.extend({
	addNodeView:
		() =>
		({ node, editor, getPos }) =>
			mediaKindOf(node) === 'video'
				? drawVideo(node, () => void editor.commands.setNodeSelection(getPos() ?? 0))
				: { dom: DOMSerializer.renderSpec(document, node.type.spec.toDOM!(node)).dom },
}).configure({ inline: true })
