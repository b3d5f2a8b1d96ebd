import type { Editor } from '@tiptap/core'
import { NodeSelection } from '@tiptap/pm/state'

import { leaveList } from './leave-list.ts'
import { type MediaKind, mediaKindOf } from './media-node.ts'

/** `title`: the caption; for a video, its caption languages. */
export type Picture = { url: string; alt: string; title: string | null }

/** Returns the selected picture, video or file; null without one. */
export function readSelected({ state: { selection } }: Editor): (Picture & { kind: MediaKind }) | null {
	if (!(selection instanceof NodeSelection) || selection.node.type.name !== 'image') return null
	const { src, alt, title } = selection.node.attrs
	return { kind: mediaKindOf(selection.node), url: String(src), alt: String(alt), title: typeof title === 'string' ? title : null }
}

/**
 * Inserts a picture, video or file as a separate paragraph, with the cursor in the next one. In a list or heading,
 * inserts it after that; in tables and boxes, within the line.
 */
export function insertMedia(editor: Editor, { url, alt, title }: Picture): void {
	const picture = { type: 'image', attrs: { src: url, alt, title } }
	editor
		.chain()
		.command(({ tr, commands }) => {
			const isAfterList = leaveList(tr)
			const { $from } = tr.selection
			const { depth, parent, parentOffset } = $from
			// A picture in a heading would be part of the outline.
			if (parent.type.name === 'heading')
				return commands.insertContentAt($from.after(), [{ type: 'paragraph', content: [picture] }], { updateSelection: true })
			const isParagraph = isAfterList || (depth === 1 && parent.type.name === 'paragraph')
			const next = parentOffset === parent.content.size ? [{ type: 'paragraph' }] : []
			return commands.insertContent(isParagraph ? [{ type: 'paragraph', content: [picture] }, ...next] : picture)
		})
		.run()
}
