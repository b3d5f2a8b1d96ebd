import { type Editor, useEditorState } from '@tiptap/react'
import { type CSSProperties, useRef, useState } from 'react'
import { flushSync } from 'react-dom'

import { ConsoleIcon } from '#app/admin/ui/console-icon.tsx'

import { groupInsertions, insertFromMenu, type Insertion, listInsertions, type TextKind } from './commands.ts'
import type { MediaKind } from './media-node.ts'

const QUERY = /^\/([\w ]{0,20})$/

type Open = { query: string; place: CSSProperties; from: number; to: number }

/** Half the menu's height plus the height of a phone's bottom bar. */
const LEAST_PX = 240

/** Places the menu below its line; above it where a phone's bar and keyboard leave too little space below. */
export function placeMenu({ left, top, bottom }: { left: number; top: number; bottom: number }): CSSProperties {
	const height = window.visualViewport?.height ?? window.innerHeight
	const isAbove = top > height / 2 && height - bottom < LEAST_PX
	const space = isAbove ? height / 2 : height - bottom
	const edge = isAbove ? { bottom: window.innerHeight - top } : { top: bottom }
	return { ...edge, left, maxHeight: `min(18rem, ${space}px - var(--bar) - ${isAbove ? 2 : 0.5}lh)` }
}

function findOpen({ state, view }: Editor): Open | null {
	const { $from, empty } = state.selection
	if (!empty || $from.parent.type.name !== 'paragraph') return null
	const [, query] = QUERY.exec($from.parent.textBetween(0, $from.parentOffset)) ?? []
	if (query === undefined) return null
	return { query, place: placeMenu(view.coordsAtPos($from.start())), from: $from.start(), to: $from.pos }
}

const findItems = (query: string, textKind: TextKind) =>
	listInsertions(textKind).filter(({ name, words }) => `${name} ${words}`.toLowerCase().includes(query.toLowerCase()))

/** State of the menu that opens when a slash is typed on an empty line. */
export function useSlashMenu(textKind: TextKind, onMedia: (kind: MediaKind) => void) {
	const [open, setOpen] = useState<Open | null>(null)
	const [index, setIndex] = useState(0)
	const editor = useRef<Editor>(null)
	// Position of the line on which Escape closed the menu.
	const closedAt = useRef(-1)
	// The editor keeps the handlers of its first render, so they read the current values from this ref.
	const now = useRef<{ open: Open | null; items: readonly Insertion[]; index: number }>({ open: null, items: [], index: 0 })
	const show = (next: Open | null, at: number) => {
		now.current = { open: next, items: next ? findItems(next.query, textKind) : [], index: at }
		setOpen(next)
		setIndex(at)
	}
	function choose(item: Insertion) {
		const { open: line } = now.current
		if (!line || !editor.current) return
		show(null, 0)
		editor.current.chain().deleteRange({ from: line.from, to: line.to }).run()
		insertFromMenu(editor.current, item, onMedia)
	}
	return {
		open,
		index,
		items: open ? findItems(open.query, textKind) : [],
		choose,
		close: () => now.current.open && show(null, 0),
		onTransaction(changed: Editor) {
			editor.current = changed
			const found = findOpen(changed)
			if (!found) closedAt.current = -1
			const isShown = found !== null && closedAt.current !== found.from
			if (isShown || now.current.open) show(isShown ? found : null, found?.query === now.current.open?.query ? now.current.index : 0)
		},
		onKeyDown({ key }: KeyboardEvent): boolean {
			const { open: line, items, index: at } = now.current
			if (!line || (items.length === 0 && key !== 'Escape')) return false
			// Closes the list before the browser moves focus, so that Tab doesn't enter it.
			if (key === 'Tab') flushSync(() => show(null, 0))
			if (key === 'ArrowDown') show(line, (at + 1) % items.length)
			else if (key === 'ArrowUp') show(line, (at + items.length - 1) % items.length)
			else if (key === 'Enter' && items[at]) choose(items[at])
			else if (key === 'Escape') {
				closedAt.current = line.from
				show(null, 0)
			} else return false
			return true
		},
	}
}

const OVER = 'fixed z-10 min-w-56 border border-line-strong bg-raised shadow-over'

/** Menu of blocks to insert. The cursor stays in the text while the arrow keys and Enter choose. */
export function SlashMenu({ editor, menu }: { editor: Editor; menu: ReturnType<typeof useSlashMenu> }) {
	const { open, items, index, choose } = menu
	const isEmpty = useEditorState({ editor, selector: ({ editor: now }) => now.isEmpty })
	const noMatch = `Nothing matches “${open?.query ?? ''}”.`
	return (
		<>
			<p role="status" className="sr-only">
				{!open ? '' : items[index] ? `${items[index].name}, ${index + 1} of ${items.length}. Press Enter to add it.` : noMatch}
			</p>
			{open && items.length === 0 && (
				<p className={`${OVER} px-3 py-2 text-soft`} style={open.place} aria-hidden="true">
					{noMatch}
				</p>
			)}
			{open && items.length > 0 && (
				<div className={`${OVER} overflow-y-auto`} role="listbox" aria-label="Add" tabIndex={0} style={open.place}>
					{groupInsertions(items).map(([group, members]) => (
						<div key={group} role="group" aria-label={group} className="border-line not-first:border-t">
							<p aria-hidden="true" className="px-3 pt-2 text-(length:--text-sm) text-soft">
								{group}
							</p>
							{members.map((item) => (
								// oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- keys are handled by the editor, which keeps the focus
								<div
									key={item.name}
									role="option"
									aria-selected={item === items[index]}
									ref={item === items[index] ? (chosen) => chosen?.scrollIntoView({ block: 'nearest' }) : null}
									className="flex cursor-pointer scroll-mt-9 items-center gap-2.5 px-3 py-1.5 hover:bg-sunk aria-selected:bg-sunk aria-selected:inset-shadow-mark"
									// Keep focus in the text.
									onMouseDown={(event) => event.preventDefault()}
									onClick={() => choose(item)}
								>
									<ConsoleIcon name={item.icon} className="text-soft" />
									{item.name}
								</div>
							))}
						</div>
					))}
				</div>
			)}
			{isEmpty && (
				<p className="pointer-events-none absolute top-4 left-5 text-soft">
					Write the text here. Type / to add a heading, a list and more.
				</p>
			)}
		</>
	)
}
