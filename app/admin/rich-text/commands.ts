import type { Editor } from '@tiptap/react'

import type { ConsoleIconName } from '#app/admin/ui/console-icon.tsx'

import { leaveList } from './leave-list.ts'
import type { MediaKind } from './media-node.ts'
import { CALLOUT_KINDS } from './schema.ts'
import { BLOCK_NAMES, BLOCK_TEMPLATES, NEW_BLOCKS, type NewBlock, toFence, withFreeId } from './templates.ts'

/**
 * Sources of new blocks whose dialog is still open. (Inserting a block opens its dialog; see source-block.tsx.) Until it
 * is closed, changes of the text aren't reported, because an unfinished block isn't an error yet.
 */
export const unfinishedBlockSources = new Set<string>()

/**
 * Checks whether a block of the text is being filled in. Asks the document itself, because a block isn't inserted where none is
 * allowed.
 */
export function hasUnfinishedBlock({ state: { doc } }: Editor): boolean {
	let isFound = false
	if (unfinishedBlockSources.size > 0)
		doc.descendants(({ attrs }) => void (isFound ||= unfinishedBlockSources.has(String(attrs.source ?? ''))))
	return isFound
}

/** Reports the text once the dialog of its new block is closed. */
export function emitUpdateAfterDialog(editor: Editor, source: string): void {
	if (!unfinishedBlockSources.delete(source) || editor.isDestroyed) return
	editor.emit('update', { editor, transaction: editor.state.tr, appendedTransactions: [] })
}

function insertBlock(editor: Editor, kind: NewBlock): void {
	const sources: string[] = []
	editor.state.doc.descendants(({ attrs }) => void sources.push(String(attrs.source ?? '')))
	const source = toFence(kind, withFreeId(BLOCK_TEMPLATES[kind], sources.join('\n')))
	unfinishedBlockSources.add(source)
	editor.chain().focus().insertContent({ type: 'sourceBlock', attrs: { source } }).run()
}

const insertCallout = (editor: Editor, kind: string) =>
	editor
		.chain()
		.focus()
		.insertContent({ type: 'callout', attrs: { kind }, content: [{ type: 'paragraph' }] })
		.run()

/**
 * Kinds of text. They differ in the blocks they may contain: a lesson has figures and exercises, an email only plain formatting and
 * pictures.
 */
export type TextKind = 'lesson' | 'text' | 'mail'

export type Insertion = {
	name: string
	/** Heading in menus, which list the insertions of a group together. */
	group: 'Text' | 'Lists and tables' | 'Media' | 'Boxes' | 'Course blocks'
	icon: ConsoleIconName
	words: string
	isBlock?: boolean
	isInMail?: true
	/** True for insertions that stay in a list: lists themselves, and those whose dialog leaves the list when it closes. */
	staysInList?: boolean
	run: (editor: Editor, onMedia: (kind: MediaKind) => void) => void
}

const CALLOUT_NAMES: Record<(typeof CALLOUT_KINDS)[number], string> = { note: 'Note', tip: 'Tip', example: 'Example', warning: 'Warning' }

const BLOCK_ICONS = { figure: 'overview', recall: 'question', exercise: 'exercise' } as const satisfies Record<NewBlock, ConsoleIconName>

const INSERTIONS: readonly Insertion[] = [
	{
		name: 'Heading',
		group: 'Text',
		icon: 'heading',
		words: 'h2 title section',
		isInMail: true,
		run: (editor) => void editor.chain().focus().setHeading({ level: 2 }).run(),
	},
	{
		name: 'Subheading',
		group: 'Text',
		icon: 'subheading',
		words: 'h3',
		isInMail: true,
		run: (editor) => void editor.chain().focus().setHeading({ level: 3 }).run(),
	},
	{
		name: 'Quote',
		group: 'Text',
		icon: 'quote',
		words: 'blockquote',
		isInMail: true,
		run: (editor) => void editor.chain().focus().toggleBlockquote().run(),
	},
	{
		name: 'Code',
		group: 'Text',
		icon: 'code',
		words: 'pre program snippet monospace',
		run: (editor) => void editor.chain().focus().toggleCodeBlock().run(),
	},
	{
		name: 'Divider',
		group: 'Text',
		icon: 'divider',
		words: 'line rule',
		run: (editor) => void editor.chain().focus().setHorizontalRule().run(),
	},
	{
		name: 'Bulleted list',
		group: 'Lists and tables',
		icon: 'bullets',
		words: 'ul points',
		isInMail: true,
		staysInList: true,
		run: (editor) => void editor.chain().focus().toggleBulletList().run(),
	},
	{
		name: 'Numbered list',
		group: 'Lists and tables',
		icon: 'numbers',
		words: 'ol steps',
		isInMail: true,
		staysInList: true,
		run: (editor) => void editor.chain().focus().toggleOrderedList().run(),
	},
	{
		name: 'Checklist',
		group: 'Lists and tables',
		icon: 'checklist',
		words: 'boxes tasks todo',
		staysInList: true,
		run: (editor) => void editor.chain().focus().toggleTaskList().run(),
	},
	{
		name: 'Table',
		group: 'Lists and tables',
		icon: 'table',
		words: 'rows columns',
		run: (editor) => void editor.chain().focus().insertTable({ rows: 3, cols: 2, withHeaderRow: true }).run(),
	},
	{
		name: 'Picture',
		group: 'Media',
		icon: 'media',
		words: 'image photo upload',
		isInMail: true,
		staysInList: true,
		run: (_, onMedia) => onMedia('picture'),
	},
	{
		name: 'Video',
		group: 'Media',
		icon: 'video',
		words: 'film movie upload captions youtube vimeo embed',
		staysInList: true,
		run: (_, onMedia) => onMedia('video'),
	},
	{
		name: 'File',
		group: 'Media',
		icon: 'download',
		words: 'pdf audio mp3 zip word excel document download attachment upload',
		staysInList: true,
		run: (_, onMedia) => onMedia('file'),
	},
	...CALLOUT_KINDS.map((kind) => ({
		name: CALLOUT_NAMES[kind],
		group: 'Boxes' as const,
		icon: 'callout' as const,
		words: 'callout box',
		run: (editor: Editor) => void insertCallout(editor, kind),
	})),
	...NEW_BLOCKS.map((kind) => ({
		name: BLOCK_NAMES[kind],
		group: 'Course blocks' as const,
		icon: BLOCK_ICONS[kind],
		words: kind === 'recall' ? 'check quiz' : kind,
		isBlock: true,
		run: (editor: Editor) => insertBlock(editor, kind),
	})),
]

export const listInsertions = (textKind: TextKind): readonly Insertion[] =>
	INSERTIONS.filter(({ isBlock = false, isInMail = false }) => (textKind === 'mail' ? isInMail : textKind === 'lesson' || !isBlock))

/** Groups insertions by their heading, in order. */
export const groupInsertions = (items: readonly Insertion[]): (readonly [string, readonly Insertion[]])[] => [
	...Map.groupBy(items, ({ group }) => group),
]

/** Inserts a menu's choice. A heading or block leaves a list first: in a bullet, it would become part of it, or not be inserted at all. */
export function insertFromMenu(editor: Editor, { run, staysInList = false }: Insertion, onMedia: (kind: MediaKind) => void): void {
	if (!staysInList) editor.commands.command(({ tr }) => leaveList(tr))
	run(editor, onMedia)
}
