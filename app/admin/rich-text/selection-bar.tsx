import { isTextSelection } from '@tiptap/core'
import type { Editor } from '@tiptap/react'
import { BubbleMenu } from '@tiptap/react/menus'
import { useMemo, useRef } from 'react'

import { handleBarKeys, TextTools, TOOLS } from './toolbar.tsx'

const NAMES: ReadonlySet<string> = new Set(['Bold', 'Italic', 'Heading H2', 'Quote'])
const SELECTION_TOOLS = TOOLS.filter(({ name }) => NAMES.has(name))

/** Excludes touch screens, where the system shows its own menu at the selection. The toolbar above the text has the same tools. */
const HAS_MOUSE = '(width >= 48rem) and (hover: hover)'

type ShownFor = { editor: Editor; element: HTMLElement; from: number; to: number }

function isShown({ editor, element, from, to }: ShownFor): boolean {
	const { state, view } = editor
	const hasText = isTextSelection(state.selection) && state.doc.textBetween(from, to).trim() !== ''
	return hasText && (view.hasFocus() || element.contains(document.activeElement)) && window.matchMedia(HAS_MOUSE).matches
}

/** Small toolbar above selected text. */
export function SelectionBar({ editor, onLink }: { editor: Editor; onLink: () => void }) {
	const around = useRef<HTMLDivElement>(null)
	const options = useMemo(
		() => ({
			placement: 'top' as const,
			offset: 6,
			// The library makes the element a tab stop, which it shouldn't be.
			onShow: () => around.current?.setAttribute('tabindex', '-1'),
		}),
		[],
	)
	return (
		<BubbleMenu ref={around} editor={editor} shouldShow={isShown} options={options} className="z-10">
			{/* The handlers are on a separate element, because the library's own get events without a key. */}
			<div
				role="toolbar"
				aria-label="Selected text"
				className="flex gap-px border border-line-strong bg-raised p-1 shadow-over"
				// Keeps the selection.
				onMouseDown={(event) => event.preventDefault()}
				onKeyDown={handleBarKeys(editor)}
			>
				<TextTools editor={editor} tools={SELECTION_TOOLS} onLink={onLink} />
			</div>
		</BubbleMenu>
	)
}
