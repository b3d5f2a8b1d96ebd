import { Extension } from '@tiptap/core'
import type { Transaction } from '@tiptap/pm/state'

const isItem = (name: string) => name === 'listItem' || name === 'taskItem'

/** Returns the depth of what moves: of the innermost list whose items are only partly selected; otherwise 0, of the text's blocks. */
function findDepth({ selection: { $from, $to } }: Transaction): number {
	const shared = $from.sharedDepth($to.pos)
	const depths = Array.from({ length: shared }, (_, index) => shared - index)
	const hasOtherItems = (depth: number) => $from.node(depth).childCount > $to.indexAfter(depth) - $from.index(depth)
	return depths.find((depth) => isItem($from.node(depth).firstChild?.type.name ?? '') && hasOtherItems(depth)) ?? 0
}

/**
 * Moves the selected blocks or list items past their neighbor.
 * @returns false if there is none
 */
export function moveBlock(tr: Transaction, by: 'up' | 'down'): boolean {
	const { $from, $to } = tr.selection
	const depth = findDepth(tr)
	const parent = $from.node(depth)
	const [first, end] = [$from.index(depth), $to.indexAfter(depth)]
	const neighbor = parent.maybeChild(by === 'up' ? first - 1 : end)
	if (!neighbor) return false
	const from = $from.posAtIndex(first, depth)
	const to = $from.posAtIndex(end, depth)
	// The neighbor moves, so the selection and what the blocks show stay.
	if (by === 'up') tr.insert(to, neighbor).delete(from - neighbor.nodeSize, from)
	else tr.delete(to, to + neighbor.nodeSize).insert(from, neighbor)
	tr.scrollIntoView()
	return true
}

/** Alt Shift ↑ and ↓ move blocks, as in Word and Google Docs. */
export const MoveBlock = Extension.create({
	name: 'moveBlock',
	addKeyboardShortcuts() {
		const move = (by: 'up' | 'down') => () => {
			this.editor.commands.command(({ tr }) => moveBlock(tr, by))
			return true
		}
		return { 'Alt-Shift-ArrowUp': move('up'), 'Alt-Shift-ArrowDown': move('down') }
	},
})
