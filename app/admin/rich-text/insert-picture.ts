import type { Editor } from '@tiptap/core'

import { leaveList } from './leave-list.ts'

export type Picture = { url: string; alt: string }

/** Inserts a picture: as a separate paragraph, with the cursor in the next one; after a list; in tables and boxes within the line. */
export function insertPicture(editor: Editor, { url, alt }: Picture): void {
	const picture = { type: 'image', attrs: { src: url, alt } }
	editor
		.chain()
		.command(({ tr, commands }) => {
			const isAfterList = leaveList(tr)
			const { depth, parent, parentOffset } = tr.selection.$from
			const isParagraph = isAfterList || (depth === 1 && parent.type.name === 'paragraph')
			const next = parentOffset === parent.content.size ? [{ type: 'paragraph' }] : []
			return commands.insertContent(isParagraph ? [{ type: 'paragraph', content: [picture] }, ...next] : picture)
		})
		.run()
}
