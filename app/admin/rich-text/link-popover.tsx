import { getMarkRange, posToDOMRect } from '@tiptap/core'
import type { EditorState } from '@tiptap/pm/state'
import { type Editor, useEditorState } from '@tiptap/react'
import { type FocusEvent, type KeyboardEvent, useEffect, useLayoutEffect, useRef, useState } from 'react'

import { PAGE_CHOICES } from '#app/admin/ui/page-choices.tsx'
import { Button } from '#app/ui/button.tsx'
import { TextField } from '#app/ui/field.tsx'

import { parseLinkUrl } from './link-url.ts'

type Target = { href: string; /** Range of the link, or of the selected text. */ from: number; to: number }

/** Returns the link around the cursor, or the selected text. */
function findTarget(editor: Editor): Target {
	const { selection, schema } = editor.state
	const { $from, from, to } = selection
	const href = String(editor.getAttributes('link').href ?? '')
	const range = schema.marks.link && href !== '' ? getMarkRange($from, schema.marks.link) : undefined
	return range && range.to >= to ? { href, ...range } : { href, from, to }
}

/** Places the popover below its text, within the element around the editor. */
function place(popover: HTMLElement | null, { view }: Editor, { from, to }: Target): void {
	const around = popover?.parentElement
	if (!popover || !around) return
	const [text, box] = [posToDOMRect(view, from, to), around.getBoundingClientRect()]
	popover.style.top = `${text.bottom - box.top + 4}px`
	popover.style.left = `${Math.max(8, Math.min(text.left - box.left, box.width - popover.offsetWidth - 8))}px`
}

const HIGHLIGHT = 'link-text'

/** Keeps the text of an edited link visible: the browser hides the selection while a field has focus. */
function highlight({ view }: Editor, { from, to }: Target): () => void {
	const [start, end] = [view.domAtPos(from), view.domAtPos(to)]
	const range = document.createRange()
	range.setStart(start.node, start.offset)
	range.setEnd(end.node, end.offset)
	CSS.highlights.set(HIGHLIGHT, new Highlight(range))
	return () => void CSS.highlights.delete(HIGHLIGHT)
}

const stop = (event: Event) => event.stopPropagation()

/** Keeps the popover's fields out of the form around the editor, which would save them. */
function keepFromForm(popover: HTMLElement | null) {
	for (const type of ['input', 'change']) popover?.addEventListener(type, stop)
}

function EditLink({ editor, target: { href, from, to }, onClose }: { editor: Editor; target: Target; onClose: () => void }) {
	const fields = useRef<HTMLDivElement>(null)
	const [error, setError] = useState<string>()
	const needsWords = from === to
	useLayoutEffect(() => fields.current?.querySelector('input')?.select(), [])
	function save() {
		const [typed = '', words = ''] = [...(fields.current?.querySelectorAll('input') ?? [])].map(({ value }) => value.trim())
		const address = parseLinkUrl(typed)
		if (address === null) return setError('Enter a path on this site, such as /blog, or a full URL that starts with https://.')
		const marks = [{ type: 'link', attrs: { href: address } }]
		const chain = editor.chain()
		if (needsWords) chain.insertContentAt(from, { type: 'text', text: words || address, marks }).run()
		else chain.setTextSelection({ from, to }).setMark('link', { href: address }).setTextSelection(to).run()
		onClose()
	}
	const onKeyDown = (event: KeyboardEvent) => {
		if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement)) return
		event.preventDefault()
		save()
	}
	return (
		// oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- Enter in a field saves the link, as in a form
		<div ref={fields} className="grid w-80 max-w-full gap-3" onKeyDown={onKeyDown}>
			<TextField
				label="Address"
				hint="A path on this site, such as /blog, or a full URL."
				defaultValue={href}
				error={error}
				inputMode="url"
				list={PAGE_CHOICES}
			/>
			{needsWords && <TextField label="Text" />}
			<div className="flex flex-wrap gap-3">
				<Button onClick={save}>Save link</Button>
				<Button variant="quiet" onClick={onClose}>
					Cancel
				</Button>
			</div>
		</div>
	)
}

/** True for Ctrl K or ⌘K. In a link or on selected text, the shortcut edits the link; elsewhere, it opens the command palette. */
const isLinkKey = ({ key, ctrlKey, metaKey, altKey, shiftKey }: globalThis.KeyboardEvent) =>
	key.toLowerCase() === 'k' && (ctrlKey || metaKey) && !altKey && !shiftKey

/**
 * State of the popover. `shown`: at a link, while the text or the popover has focus. `edited`: with fields to change or
 * add a link. `hidden`: until the cursor moves.
 */
export function useLinkPopover() {
	const [mode, setMode] = useState<'shown' | 'edited' | 'hidden'>('shown')
	const [isActive, setActive] = useState(false)
	const edit = () => setMode('edited')
	const hide = () => setMode('hidden')
	return {
		mode,
		isActive,
		edit,
		hide,
		onSelectionUpdate: () => setMode((before) => (before === 'hidden' ? 'shown' : before)),
		onKeyDown({ selection: { empty, $from } }: EditorState, event: globalThis.KeyboardEvent): boolean {
			if (event.key === 'Escape') hide()
			if (!isLinkKey(event) || (empty && !$from.marks().some(({ type }) => type.name === 'link'))) return false
			event.stopPropagation()
			edit()
			return true
		},
		/** Handlers for the element around the editor and the popover. */
		around: {
			onFocus: () => setActive(true),
			onBlur: ({ currentTarget, relatedTarget }: FocusEvent) => !currentTarget.contains(relatedTarget) && setActive(false),
		},
	}
}

type Link = ReturnType<typeof useLinkPopover>

/** Popover below the link at the cursor. */
export function LinkPopover({ editor, link }: { editor: Editor; link: Link }) {
	const { mode, isActive } = link
	const target = useEditorState({ editor, selector: ({ editor: now }) => ({ ...findTarget(now), isCursor: now.state.selection.empty }) })
	const isShown = mode === 'edited' || (mode === 'shown' && isActive && target.isCursor && target.href !== '')
	return isShown && <Popover editor={editor} target={target} link={link} />
}

function Popover({ editor, target, link: { mode, edit, hide } }: { editor: Editor; target: Target; link: Link }) {
	const isEditing = mode === 'edited'
	const popover = useRef<HTMLDivElement>(null)
	useLayoutEffect(() => place(popover.current, editor, target))
	useLayoutEffect(() => keepFromForm(popover.current), [])
	const { href, from, to } = target
	useEffect(
		() => (isEditing && 'CSS' in globalThis && 'highlights' in CSS ? highlight(editor, { href, from, to }) : undefined),
		[isEditing, editor, href, from, to],
	)
	const close = () => {
		hide()
		// The editor's focus command would wait for the next frame, and a key pressed before that would be lost.
		editor.view.focus()
	}
	const remove = () => {
		editor.chain().setTextSelection(target).unsetLink().setTextSelection(target.to).run()
		close()
	}
	return (
		// oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- Escape closes it from any of its controls
		<div
			ref={popover}
			role={isEditing ? 'dialog' : 'group'}
			aria-label="Link"
			className="absolute z-10 max-w-[calc(100%-1rem)] border border-line-strong bg-raised p-2 shadow-over"
			onKeyDown={(event) => {
				event.stopPropagation()
				if (event.key === 'Escape') close()
			}}
			onBlur={({ currentTarget, relatedTarget }) => {
				if (isEditing && relatedTarget && !currentTarget.contains(relatedTarget)) hide()
			}}
		>
			{isEditing ? (
				<EditLink editor={editor} target={target} onClose={close} />
			) : (
				<div className="flex flex-wrap items-center gap-x-3 [&_.btn]:px-2">
					<span className="max-w-56 truncate text-soft" title={target.href}>
						{target.href}
					</span>
					<a href={target.href} target="_blank" rel="noreferrer" className="btn btn-quiet">
						Open
					</a>
					<Button variant="quiet" onClick={edit}>
						Edit
					</Button>
					<Button variant="quiet" onClick={remove}>
						Remove
					</Button>
				</div>
			)}
		</div>
	)
}
