import { type Transaction, TextSelection } from '@tiptap/pm/state'
import { canSplit } from '@tiptap/pm/transform'

const isList = (name: string) => name === 'bulletList' || name === 'orderedList' || name === 'taskList'

/**
 * Removes the empty item that contains the cursor.
 * @returns the position for a new block: in place of the item, or after the outermost list
 */
function removeEmptyItem(tr: Transaction, outer: number, item: number): number {
	const { $from } = tr.selection
	const end = $from.after(outer)
	const isOnly = $from.node(item - 1).childCount === 1
	const index = $from.index(outer)
	const isNested = item > outer + 1
	const place = $from.before(item)
	if (isNested || !isOnly) tr.delete($from.before(isOnly ? item - 1 : item), $from.after(isOnly ? item - 1 : item))
	if (isNested) return tr.mapping.map(end)
	if (index === 0) return $from.before(outer)
	const list = tr.doc.resolve(place).parent
	if (index === list.childCount) return tr.mapping.map(end)
	// The rest of a numbered list keeps its numbers.
	const { start } = list.attrs as { start?: number }
	const rest = [{ type: list.type, attrs: { ...list.attrs, ...(start !== undefined && { start: start + index + 1 }) } }]
	if (canSplit(tr.doc, place, 1, rest)) tr.split(place, 1, rest)
	return place + 1
}

/**
 * Moves the cursor out of a list, so that what is inserted next doesn't become part of the item. It goes to a new empty
 * line: in place of its item if that is empty, otherwise after the list.
 * @returns false outside of lists
 */
export function leaveList(tr: Transaction): boolean {
	const { $from } = tr.selection
	const depths = Array.from({ length: $from.depth }, (_, index) => index + 1)
	const outer = depths.find((depth) => isList($from.node(depth).type.name))
	const item = depths.findLast((depth) => isList($from.node(depth - 1).type.name))
	if (outer === undefined || item === undefined) return false
	const isEmpty = $from.parent.content.size === 0 && $from.node(item).childCount === 1
	const [start, end] = [$from.before(outer), $from.after(outer)]
	const line = tr.doc.type.schema.node('paragraph')
	if (isEmpty && item === outer + 1 && $from.node(outer).childCount === 1) {
		// A document or box must have at least one line, so the list is replaced instead of deleted.
		tr.replaceWith(start, end, line)
		tr.setSelection(TextSelection.create(tr.doc, start + 1))
		return true
	}
	const place = isEmpty ? removeEmptyItem(tr, outer, item) : end
	tr.insert(place, line)
	tr.setSelection(TextSelection.create(tr.doc, place + 1))
	return true
}
