import { Extension, InputRule } from '@tiptap/core'

import { parseLinkUrl } from './link-url.ts'

/** Markdown of a link whose last bracket is being typed; that of a picture is in media-node.ts. */
const MARKDOWN = /(?<!!)\[([^[\]]+)\]\(([^()\s]+)\)$/
/** A URL and the space after it, without the punctuation between them. */
const BARE_URL = /(?<=^|[\s(])(https:\/\/[^\s<>]*[^\s<>.,;:!?)'"])[.,;:!?)'"]* $/

/** Makes links of `[text](address)` and of URLs while they are typed. Undo, or Backspace right after, brings back the typed text. */
export const TypedLinks = Extension.create({
	name: 'typedLinks',
	addInputRules: () => [
		new InputRule({
			find: MARKDOWN,
			handler: ({ state: { tr, schema }, range: { from, to }, match: [, words = '', address = ''] }) => {
				const href = parseLinkUrl(address)
				const { link } = schema.marks
				if (href === null || !link) return null
				const end = from + words.length
				tr.delete(end + 1, to).delete(from, from + 1)
				return void tr.addMark(from, end, link.create({ href })).removeStoredMark(link)
			},
		}),
		new InputRule({
			find: BARE_URL,
			handler: ({ state: { tr, doc, schema }, range: { from, to }, match: [, href = ''] }) => {
				const { link, code } = schema.marks
				if (!link || !code || doc.rangeHasMark(from, to, link) || doc.rangeHasMark(from, to, code)) return null
				return void tr.addMark(from, from + href.length, link.create({ href }))
			},
		}),
	],
})
