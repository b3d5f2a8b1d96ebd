import { Extension, Node } from '@tiptap/core'
import { Code } from '@tiptap/extension-code'
import { TaskItem, TaskList } from '@tiptap/extension-list'
import { Table, TableCell, TableHeader, TableRow } from '@tiptap/extension-table'
import { StarterKit } from '@tiptap/starter-kit'

import { MediaNode } from './media-node.ts'
import { TypedLinks } from './typed-links.ts'

/** Kinds of callouts: `> [!note]` and so on. */
export const CALLOUT_KINDS = ['note', 'tip', 'example', 'warning'] as const

const Callout = Node.create({
	name: 'callout',
	group: 'block',
	content: 'block+',
	defining: true,
	addAttributes: () => ({ kind: { default: 'note', parseHTML: (element) => element.getAttribute('data-callout') ?? 'note' } }),
	parseHTML: () => [{ tag: 'div[data-callout]' }],
	renderHTML: ({ node }) => ['div', { 'data-callout': String(node.attrs.kind), class: `callout callout-${String(node.attrs.kind)}` }, 0],
})

/** Markdown that the editor can't edit: our fenced blocks, HTML, footnotes. It keeps its source. */
export const SourceBlock = Node.create({
	name: 'sourceBlock',
	group: 'block',
	atom: true,
	draggable: true,
	addAttributes: () => ({ source: { default: '', rendered: false } }),
	// Never created from pasted HTML.
	parseHTML: () => [],
	renderHTML: ({ node }) => ['pre', {}, String(node.attrs.source)],
	renderText: ({ node }) => String(node.attrs.source),
})

/** A line break that must be kept, between fill-in lines. */
const LineBreak = Node.create({
	name: 'lineBreak',
	group: 'inline',
	inline: true,
	selectable: false,
	renderHTML: () => ['br', { 'data-line': '' }],
	parseHTML: () => [{ tag: 'br[data-line]', priority: 60 }],
	renderText: () => '\n',
})

/** List and table cell attributes that Markdown needs and HTML lacks. */
const MarkdownAttributes = Extension.create({
	name: 'markdownAttributes',
	addGlobalAttributes: () => [
		{ types: ['bulletList', 'orderedList', 'taskList'], attributes: { spread: { default: false, rendered: false } } },
		{ types: ['tableCell', 'tableHeader'], attributes: { align: { default: null, rendered: false } } },
	],
})

/** Nodes and marks of a content file's text; usable without a browser. */
export const SCHEMA_EXTENSIONS = [
	StarterKit.configure({
		underline: false,
		code: false,
		trailingNode: false,
		link: { openOnClick: false, autolink: false, defaultProtocol: 'https', HTMLAttributes: { target: null, rel: null } },
	}),
	// By default, Tiptap doesn't allow bold code; Markdown does.
	Code.extend({ excludes: '' }),
	MediaNode,
	TypedLinks,
	TaskList,
	TaskItem.configure({ nested: true }),
	Table.configure({ resizable: false }),
	TableRow,
	TableHeader.extend({ content: 'paragraph' }),
	TableCell.extend({ content: 'paragraph' }),
	Callout,
	LineBreak,
	MarkdownAttributes,
]
