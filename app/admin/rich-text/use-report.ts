import type { Editor } from '@tiptap/react'
import { type FocusEvent, type KeyboardEvent, useCallback, useEffect, useRef } from 'react'

import { isSendKey } from '#app/admin/use-keys.ts'

import { hasUnfinishedBlock } from './commands.ts'

/** Checks whether the cursor is in a table that has a column without a name. */
function isNamingColumns({ state }: Editor): boolean {
	const { $from } = state.selection
	for (let depth = $from.depth; depth > 0; depth -= 1) {
		const node = $from.node(depth)
		if (node.type.name === 'table')
			return (node.firstChild?.children ?? []).some(({ content }) => content.textBetween(0, content.size) === '')
	}
	return false
}

/**
 * Reports changes of the text, but not while the cursor is in a table whose columns don't all have a name: a new table isn't an error
 * yet. They are reported when the cursor leaves the table, and before focus leaves the editor, the form is sent or the page is left.
 */
export function useReport(editor: Editor, onReport: (editor: Editor) => void) {
	const isWithheld = useRef(false)
	const write = useRef(onReport)
	const report = useCallback(
		(isLeaving: boolean) => {
			isWithheld.current = hasUnfinishedBlock(editor) || (!isLeaving && isNamingColumns(editor))
			if (!isWithheld.current) write.current(editor)
		},
		[editor],
	)
	const leave = useCallback(() => void (isWithheld.current && !editor.isDestroyed && report(true)), [editor, report])
	useEffect(() => {
		const onUpdate = () => report(false)
		const onSelectionUpdate = () => void (isWithheld.current && report(false))
		editor.on('update', onUpdate)
		editor.on('selectionUpdate', onSelectionUpdate)
		// Before the listeners that keep the text or ask whether it may be lost.
		const leaving = new AbortController()
		for (const name of ['beforeunload', 'popstate']) window.addEventListener(name, leave, { capture: true, signal: leaving.signal })
		return () => {
			editor.off('update', onUpdate)
			editor.off('selectionUpdate', onSelectionUpdate)
			leaving.abort()
		}
	}, [editor, report, leave])
	return {
		onBlur: ({ currentTarget, relatedTarget }: FocusEvent) => !currentTarget.contains(relatedTarget) && leave(),
		onKeyDown: ({ nativeEvent }: KeyboardEvent) => isSendKey(nativeEvent) && leave(),
	}
}
