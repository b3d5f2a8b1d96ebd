import { NodeSelection } from '@tiptap/pm/state'
import type { EditorView } from '@tiptap/pm/view'
import type { Editor } from '@tiptap/react'
import { useEffect, useState } from 'react'

/** Returns the element of the block at a height of the window. */
const findBlock = ({ dom }: EditorView, y: number): Element | undefined =>
	[...dom.children].find((child) => {
		const { top, bottom } = child.getBoundingClientRect()
		return y >= top && y <= bottom
	})

function selectBlock(view: EditorView, element: Element): NodeSelection {
	const { doc, tr } = view.state
	const $inside = doc.resolve(view.posAtDOM(element, 0))
	const selection = NodeSelection.create(doc, $inside.depth === 0 ? $inside.pos : $inside.before(1))
	view.dispatch(tr.setSelection(selection))
	view.focus()
	return selection
}

function startDrag(view: EditorView, block: Element, data: DataTransfer): void {
	const selection = selectBlock(view, block)
	data.effectAllowed = 'move'
	data.setData('text/plain', block.textContent)
	data.setDragImage(block, 0, 0)
	// Set as the library does for its own drags, so that a drop moves the block.
	const dragged = { slice: selection.content(), move: true, node: selection }
	view.dragging = dragged
}

function endDrag(view: EditorView): void {
	view.dragging = null
}

/** The mouse's handle for the block under it: a click selects the block, dragging moves it. Keys are in move-block.ts. */
export function BlockGrip({ editor }: { editor: Editor }) {
	const [at, setAt] = useState<{ block: Element; top: number } | null>(null)
	useEffect(() => {
		const { view } = editor
		const around = view.dom.closest('.rich-text-page')
		if (!around) return
		const follow = (event: Event) => {
			const { clientY, buttons } = event as MouseEvent
			// With a button held, the pointer is dragging the grip: it may leave the block before the drag begins.
			const block = buttons === 0 ? findBlock(view, clientY) : undefined
			if (block) setAt({ block, top: block.getBoundingClientRect().top - around.getBoundingClientRect().top })
		}
		const hide = () => setAt(null)
		around.addEventListener('mousemove', follow)
		around.addEventListener('mouseleave', hide)
		editor.on('update', hide)
		return () => {
			around.removeEventListener('mousemove', follow)
			around.removeEventListener('mouseleave', hide)
			editor.off('update', hide)
		}
	}, [editor])
	if (!at?.block.isConnected) return null
	const { block, top } = at
	return (
		<div
			className="absolute left-0 grid w-5 cursor-grab place-items-center text-soft select-none hover:text-ink not-pointer-fine:hidden"
			style={{ top }}
			draggable
			aria-hidden="true"
			title="Drag to move. Keys: Alt+Shift+↑ or ↓"
			onMouseDown={() => selectBlock(editor.view, block)}
			onDragStart={({ dataTransfer }) => startDrag(editor.view, block, dataTransfer)}
			onDragEnd={() => {
				endDrag(editor.view)
				setAt(null)
			}}
		>
			⠿
		</div>
	)
}
