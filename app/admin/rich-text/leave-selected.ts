import { Extension } from '@tiptap/core'
import { NodeSelection, Plugin, type Selection, TextSelection } from '@tiptap/pm/state'
import type { EditorView } from '@tiptap/pm/view'

/** Moves the cursor to the empty line after a block, and adds that line if there is none. */
export function moveCursorAfter(view: EditorView, block: number): void {
	const { tr, schema } = view.state
	const paragraph = schema.node('paragraph')
	let $end = tr.doc.resolve(block + (tr.doc.nodeAt(block)?.nodeSize ?? 0))
	// A list, for example, allows no paragraph between its items.
	while ($end.depth > 0 && !$end.parent.canReplaceWith($end.index(), $end.index(), paragraph.type)) $end = tr.doc.resolve($end.after())
	const { pos, nodeAfter } = $end
	if (nodeAfter?.type.name !== 'paragraph' || nodeAfter.content.size > 0) tr.insert(pos, paragraph)
	view.dispatch(tr.setSelection(TextSelection.create(tr.doc, pos + 1)).scrollIntoView())
	view.focus()
}

/** True if the cursor is after a picture that is alone in its paragraph. */
const isAfterPicture = ({ empty, $from: { depth, parent, parentOffset } }: Selection): boolean =>
	empty && depth === 1 && parent.childCount === 1 && parent.firstChild?.type.name === 'image' && parentOffset === parent.content.size

/**
 * Moves the cursor after a selected picture or block, so that typing doesn't replace it: to an empty line or, within a
 * line, list or table, to the right of the picture. From the end of a picture's paragraph, moves it to an empty line, so
 * that typing doesn't add text next to the picture.
 * @returns true if the cursor is on an empty line now
 */
export function leaveSelected(view: EditorView): boolean {
	const { selection, tr, doc } = view.state
	if (!(selection instanceof NodeSelection)) {
		const isAfter = isAfterPicture(selection)
		if (isAfter) moveCursorAfter(view, selection.$from.before())
		return isAfter
	}
	const { $from, from, to, node } = selection
	const isInLine = node.isInline && ($from.depth > 1 || $from.parent.childCount > 1)
	if (isInLine) view.dispatch(tr.setSelection(TextSelection.create(doc, to)))
	else moveCursorAfter(view, node.isInline ? $from.before() : from)
	return !isInLine
}

function leaveForKey(view: EditorView, event: KeyboardEvent): boolean {
	const isEnter = event.key === 'Enter' && !event.ctrlKey && !event.metaKey
	if (!isEnter || !leaveSelected(view)) return false
	event.preventDefault()
	return true
}

const leave = (view: EditorView) => void leaveSelected(view)

/**
 * Keeps typing and pasting from replacing a selected picture or block (only deleting and cutting remove it), and from
 * adding text to a picture’s paragraph.
 */
export const LeaveSelected = Extension.create({
	name: 'leaveSelected',
	addProseMirrorPlugins: () => [
		new Plugin({
			props: {
				handleDOMEvents: {
					keydown: leaveForKey,
					keypress: leave,
					paste: leave,
					// Phones and input methods send no key events.
					compositionstart: leave,
					beforeinput: (view, { inputType }) => void (inputType.startsWith('insert') && leaveSelected(view)),
				},
			},
		}),
	],
})
