import { type Editor, useEditorState } from '@tiptap/react'
import type { KeyboardEvent, ReactNode } from 'react'

import { ConsoleIcon } from '#app/admin/ui/console-icon.tsx'
import { moveTab } from '#app/ui/tab-list.tsx'

import { groupInsertions, insertFromMenu, listInsertions, type TextKind } from './commands.ts'
import { readSelected } from './insert-media.ts'
import { leaveSelected } from './leave-selected.ts'
import type { MediaKind } from './media-node.ts'
import { moveBlock } from './move-block.ts'

type Chain = ReturnType<Editor['chain']>
type Tool = {
	name: string
	shows: ReactNode
	is?: string | [string, object]
	/** Added to the name. */ keys?: string
	/** Shown with the name on hover only. */ moreKeys?: string
	/** True for a tool that only pages offer, because emails can't show its result. */ isOnPage?: true
	run: (chain: Chain) => Chain
}

export const TOOLS: readonly Tool[] = [
	{ name: 'Bold', shows: <b>B</b>, is: 'bold', keys: 'Ctrl+B', run: (chain) => chain.toggleBold() },
	{ name: 'Italic', shows: <i>I</i>, is: 'italic', keys: 'Ctrl+I', run: (chain) => chain.toggleItalic() },
	{
		name: 'Heading H2',
		shows: 'H2',
		is: ['heading', { level: 2 }],
		moreKeys: 'Ctrl+Alt+2',
		run: (chain) => chain.toggleHeading({ level: 2 }),
	},
	{
		name: 'Subheading H3',
		shows: 'H3',
		is: ['heading', { level: 3 }],
		moreKeys: 'Ctrl+Alt+3',
		run: (chain) => chain.toggleHeading({ level: 3 }),
	},
	{
		name: 'Bullets',
		shows: <ConsoleIcon name="bullets" />,
		is: 'bulletList',
		moreKeys: 'Ctrl+Shift+8',
		run: (chain) => chain.toggleBulletList(),
	},
	{
		name: 'Numbers',
		shows: <ConsoleIcon name="numbers" />,
		is: 'orderedList',
		moreKeys: 'Ctrl+Shift+7',
		run: (chain) => chain.toggleOrderedList(),
	},
	{
		name: 'Checklist',
		shows: <ConsoleIcon name="checklist" />,
		is: 'taskList',
		moreKeys: 'Ctrl+Shift+9',
		isOnPage: true,
		run: (chain) => chain.toggleTaskList(),
	},
	{
		name: 'Quote',
		shows: <ConsoleIcon name="quote" />,
		is: 'blockquote',
		moreKeys: 'Ctrl+Shift+B',
		run: (chain) => chain.toggleBlockquote(),
	},
]

const TABLE_TOOLS: readonly Tool[] = [
	{ name: 'Add row', shows: 'Add row', run: (chain) => chain.addRowAfter() },
	{ name: 'Delete row', shows: 'Delete row', run: (chain) => chain.deleteRow() },
	{ name: 'Add column', shows: 'Add column', run: (chain) => chain.addColumnAfter() },
	{ name: 'Delete column', shows: 'Delete column', run: (chain) => chain.deleteColumn() },
	{ name: 'Delete table', shows: 'Delete table', run: (chain) => chain.deleteTable() },
]

const BAR =
	'sticky top-(--save-bar,0px) z-2 table-scroll flex flex-wrap gap-px border-b border-line-strong bg-sunk p-1 [--ground:var(--ground-sunk)] max-sm:[--line-strong:var(--line)] max-sm:flex-nowrap sm:overflow-visible'

const TOOL =
	'min-h-10 min-w-7 border border-transparent px-1 text-(length:--text-sm) whitespace-nowrap text-ink hover:border-line-strong hover:bg-raised aria-disabled:text-soft aria-pressed:border-line-strong aria-pressed:bg-raised aria-pressed:inset-shadow-[0_-3px_0_var(--accent)] max-sm:min-w-9 max-sm:flex-none'

type ToolButtonProps = { name: string; shows: ReactNode; keys?: string | undefined; isOn?: boolean; isOff?: boolean; onPress: () => void }

export const ToolButton = ({ name, shows, keys, isOn, isOff = false, onPress }: ToolButtonProps) => (
	<button
		type="button"
		className={TOOL}
		title={keys === undefined ? name : `${name} (${keys})`}
		aria-label={name}
		aria-pressed={isOn}
		aria-disabled={isOff || undefined}
		onClick={isOff ? undefined : onPress}
	>
		{shows}
	</button>
)

/** Moves focus within a toolbar by arrow keys. Escape returns to the text. */
export const handleBarKeys = (editor: Editor) => (event: KeyboardEvent<HTMLElement>) => {
	if (event.key === 'Escape') {
		editor.commands.focus()
		return
	}
	const buttons = [...event.currentTarget.querySelectorAll<HTMLElement>(':scope > button, select, summary')]
	const from = buttons.indexOf(event.target as HTMLElement)
	const next =
		event.target instanceof HTMLSelectElement && event.key.startsWith('ArrowDown') ? null : moveTab(event.key, from, buttons.length)
	if (next === null) return
	event.preventDefault()
	buttons[next]?.focus()
}

const isOn = (editor: Editor, { is }: Tool) =>
	Array.isArray(is) ? editor.isActive(...is) : is === undefined ? undefined : editor.isActive(is)

const press = (editor: Editor, tool: Tool) => void tool.run(editor.chain().focus()).run()

type TextToolsProps = { editor: Editor; tools: readonly Tool[]; onLink: () => void }

/** Buttons of these tools, and one for links. */
export function TextTools({ editor, tools, onLink }: TextToolsProps) {
	const state = useEditorState({
		editor,
		selector: ({ editor: now }) => ({ on: tools.map((tool) => isOn(now, tool) ?? false), isLink: now.isActive('link') }),
	})
	return (
		<>
			{tools.map((tool, index) => (
				<ToolButton
					key={tool.name}
					name={tool.keys === undefined ? tool.name : `${tool.name} (${tool.keys})`}
					shows={tool.shows}
					keys={tool.moreKeys}
					isOn={state.on[index] ?? false}
					onPress={() => press(editor, tool)}
				/>
			))}
			<ToolButton name="Link (Ctrl+K)" shows={<ConsoleIcon name="link" />} isOn={state.isLink} onPress={onLink} />
		</>
	)
}

type ToolbarProps = { editor: Editor; textKind: TextKind; onMedia: (kind: MediaKind) => void; onLink: () => void; children?: ReactNode }

function AddMenu({ editor, textKind, onMedia }: Pick<ToolbarProps, 'editor' | 'textKind' | 'onMedia'>) {
	const offered = listInsertions(textKind)
	return (
		<select
			className={`${TOOL} max-w-18`}
			aria-label="Insert"
			value=""
			onChange={({ target }) => {
				leaveSelected(editor.view)
				const chosen = offered.find(({ name }) => name === target.value)
				if (chosen) insertFromMenu(editor, chosen, onMedia)
			}}
		>
			<option value="">Add…</option>
			{groupInsertions(offered).map(([group, items]) => (
				<optgroup key={group} label={group}>
					{items.map(({ name }) => (
						<option key={name}>{name}</option>
					))}
				</optgroup>
			))}
		</select>
	)
}

export function Toolbar(props: ToolbarProps) {
	const { editor, textKind, onMedia, onLink, children } = props
	const tools = TOOLS.filter(({ isOnPage }) => textKind !== 'mail' || !isOnPage)
	const state = useEditorState({
		editor,
		selector: ({ editor: now }) => ({
			selected: readSelected(now)?.kind,
			isTable: now.isActive('table'),
			canUndo: now.can().undo(),
			canRedo: now.can().redo(),
			canMoveUp: moveBlock(now.state.tr, 'up'),
			canMoveDown: moveBlock(now.state.tr, 'down'),
		}),
	})
	const move = (by: 'up' | 'down') =>
		void editor
			.chain()
			.focus()
			.command(({ tr }) => moveBlock(tr, by))
			.run()
	return (
		<div role="toolbar" aria-label="Formatting" aria-orientation="horizontal" className={BAR} onKeyDown={handleBarKeys(editor)}>
			{/* First, so that a phone shows it without scrolling. */}
			<AddMenu {...props} />
			<TextTools editor={editor} tools={tools} onLink={onLink} />
			<ToolButton
				name={state.selected ? `Edit ${state.selected}` : 'Picture'}
				shows={<ConsoleIcon name="media" />}
				isOn={state.selected !== undefined}
				onPress={() => onMedia(state.selected ?? 'picture')}
			/>
			<ToolButton
				name={state.canUndo ? 'Undo (Ctrl+Z)' : 'Nothing to undo'}
				shows={<ConsoleIcon name="undo" />}
				isOff={!state.canUndo}
				onPress={() => void editor.chain().focus().undo().run()}
			/>
			<ToolButton
				name={state.canRedo ? 'Redo (Ctrl+Shift+Z)' : 'Nothing to redo'}
				shows={<ConsoleIcon name="redo" />}
				isOff={!state.canRedo}
				onPress={() => void editor.chain().focus().redo().run()}
			/>
			<ToolButton name="Move up" keys="Alt+Shift+↑" shows="↑" isOff={!state.canMoveUp} onPress={() => move('up')} />
			<ToolButton name="Move down" keys="Alt+Shift+↓" shows="↓" isOff={!state.canMoveDown} onPress={() => move('down')} />
			{children}
			{state.isTable &&
				TABLE_TOOLS.map((tool) => <ToolButton key={tool.name} name={tool.name} shows={tool.shows} onPress={() => press(editor, tool)} />)}
		</div>
	)
}
