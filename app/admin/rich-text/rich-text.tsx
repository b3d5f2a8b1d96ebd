import { getSchema } from '@tiptap/core'
import { TextSelection } from '@tiptap/pm/state'
import { type Editor, EditorContent, ReactNodeViewRenderer, useEditor } from '@tiptap/react'
import { type CSSProperties, memo, useMemo, useRef, useState } from 'react'
import { Link } from 'react-router'

import { PlaceholderMenu } from '#app/admin/json-form/values.tsx'
import { isSendKey } from '#app/admin/use-keys.ts'
import { Alert } from '#app/ui/callout.tsx'
import { consolePaths } from '#contracts/console-paths.ts'
import { MAIL_TYPE } from '#domain/newsletter/mail-type.ts'
import { isSampleText } from '#domain/reading/sample-text.ts'
import type { PlaceholderValue } from '#server/console/content/list-values.ts'

import { BlockGrip } from './block-grip.tsx'
import type { TextKind } from './commands.ts'
import { LeaveSelected, leaveSelected } from './leave-selected.ts'
import { LinkPopover, useLinkPopover } from './link-popover.tsx'
import { MediaDialog } from './media-dialog.tsx'
import { type MediaKind, mediaKindOf } from './media-node.ts'
import { MoveBlock } from './move-block.ts'
import { parseMarkdown, type Original } from './parse-markdown.ts'
import { findFile, findVideoLink, handlePaste, transformPastedHtml } from './paste.ts'
import { PictureDialog } from './picture-dialog.tsx'
import { printMarkdown } from './print-markdown.ts'
import { SCHEMA_EXTENSIONS, SourceBlock } from './schema.ts'
import { SelectionBar } from './selection-bar.tsx'
import { SlashMenu, useSlashMenu } from './slash-menu.tsx'
import { SourceBlockView } from './source-block.tsx'
import { Toolbar } from './toolbar.tsx'
import { useReport } from './use-report.ts'

export type RichTextProps = {
	source: string
	onChange: (markdown: string) => void
	textKind: TextKind
	/** Placeholders that the text may use, such as `{price}`. */
	values: readonly PlaceholderValue[]
}

const EXTENSIONS = [
	...SCHEMA_EXTENSIONS,
	SourceBlock.extend({ addNodeView: () => ReactNodeViewRenderer(SourceBlockView) }),
	LeaveSelected,
	MoveBlock,
]
const schema = getSchema(EXTENSIONS)

/**
 * Replaces the parsed nodes with the editor's: unchanged blocks keep these objects, so comparing with them shows which blocks
 * were changed.
 */
const ofEditor = (parsed: Original, { state: { doc } }: Editor): Original =>
	doc.childCount >= parsed.doc.childCount ? { ...parsed, doc: doc.cut(0, parsed.doc.content.size) } : parsed

const isBarKey = ({ key, altKey }: KeyboardEvent) => key === 'F10' && altKey

/** Moves focus to the bar at the selection; without one, to the toolbar above the text. */
function enterBar(text: HTMLElement): boolean {
	const bars = text.closest('.rich-text')?.querySelectorAll('[role="toolbar"]') ?? []
	const first = [...bars].at(-1)?.querySelector<HTMLElement>('button, select')
	first?.focus()
	return first !== undefined
}

/** Minimum distance of the cursor's line from the window's edges, so that no sticky bar covers it. */
const CLEAR_PX = { top: 160, right: 0, bottom: 90, left: 0 }

/** Smaller than on the page, so that no heading is as large as the title above the editor. */
const PAGE_SIZES =
	'page-text [&>h2]:mt-6! [&>h2]:text-[1.25em] sm:[&>h2]:text-[1.375em] [&>h3]:mt-5! [&>h3]:text-[1.125em] [&>:is(h4,h5,h6)]:text-[1em]'
const MAIL_SIZES =
	'text-(length:--mail-text) [&>:is(h1,h2,h3,h4,h5,h6)]:text-(length:--mail-heading) [&>:is(h1,h2,h3,h4,h5,h6)]:leading-(--mail-heading-line)'
const MAIL_VARIABLES = {
	'--mail-text': `${MAIL_TYPE.text.sizePx}px`,
	'--mail-heading': `${MAIL_TYPE.heading.sizePx}px`,
	'--mail-heading-line': `${MAIL_TYPE.heading.linePx}px`,
} as CSSProperties

/** Messages about a paste, by its outcome. */
const PROBLEMS = {
	'too long': 'That’s too long to paste at once. Paste it in parts, or split it into several lessons.',
	'foreign picture': (
		<>
			Pages don’t show pictures from other sites. Before you publish, <Link to={consolePaths.mediaImport}>import the pasted ones</Link>, if
			you have the right to use them, or delete them here.
		</>
	),
	'picture left out': 'Pictures from other sites were left out. Add them from Media, if you have the right to use them.',
	'not ours': null,
	done: null,
}

/** Rich text editor for Markdown. Unchanged blocks keep their source byte for byte. */
export const RichText = memo(function RichText({ source, onChange, textKind, values }: RichTextProps) {
	const parsed = useMemo(() => parseMarkdown(schema, isSampleText(source) ? '' : source), [source])
	const original = useRef(parsed)
	const [problem, setProblem] = useState<keyof typeof PROBLEMS>('done')
	const [media, setMedia] = useState<{ kind: MediaKind; file: File | null; link?: string } | null>(null)
	const link = useLinkPopover()
	// The import page lists content files, not emails.
	const canImport = textKind !== 'mail'
	const addMedia = (kind: MediaKind) => setMedia({ kind, file: null })
	const slash = useSlashMenu(textKind, addMedia)
	const editor = useEditor({
		extensions: EXTENSIONS,
		content: parsed.doc.toJSON() as object,
		// The content security policy blocks injected styles; they are in app/admin/admin.css.
		injectCSS: false,
		editorProps: {
			attributes: {
				class: `prose rich-text-body font-sans focus-visible:outline-2 focus-visible:outline-offset-[-1px] ${textKind === 'mail' ? MAIL_SIZES : PAGE_SIZES}`,
				role: 'textbox',
				'aria-multiline': 'true',
				'aria-label': 'Text',
				spellcheck: 'true',
			},
			// This shortcut submits the form (use-keys.ts), so it must not insert a line break.
			handleKeyDown: ({ dom, state }, event) =>
				isSendKey(event) || slash.onKeyDown(event) || link.onKeyDown(state, event) || (isBarKey(event) && enterBar(dom)),
			scrollMargin: CLEAR_PX,
			scrollThreshold: CLEAR_PX,
			handlePaste: (view, event) => {
				const file = findFile(event.clipboardData, textKind === 'mail')
				const video = textKind === 'mail' ? null : findVideoLink(view, event.clipboardData)
				if (file || video !== null) {
					setMedia(file ?? { kind: 'video', file: null, link: video ?? '' })
					return true
				}
				const outcome = handlePaste(view, event)
				setProblem(outcome === 'foreign picture' && !canImport ? 'picture left out' : outcome)
				return outcome === 'done' || outcome === 'too long'
			},
			handleDoubleClickOn: (_view, _position, node) => {
				if (node.type.name === 'image') addMedia(mediaKindOf(node))
				return node.type.name === 'image'
			},
			handleDrop: (view, event) => {
				const file = findFile(event.dataTransfer, textKind === 'mail')
				const place = view.posAtCoords({ left: event.clientX, top: event.clientY })
				if (!file || !place) return false
				event.preventDefault()
				view.dispatch(view.state.tr.setSelection(TextSelection.near(view.state.doc.resolve(place.pos))))
				setMedia(file)
				return true
			},
			transformPastedHTML: (html) => transformPastedHtml(html, canImport),
		},
		onCreate: ({ editor: created }) => {
			original.current = ofEditor(parsed, created)
		},
		onSelectionUpdate: link.onSelectionUpdate,
		onTransaction: ({ editor: changed }) => slash.onTransaction(changed),
		onBlur: () => slash.close(),
	})
	const around = useReport(editor, ({ state: { doc } }) => onChange(printMarkdown(doc, original.current)))
	return (
		<div className="rich-text border border-line-strong bg-raised" style={textKind === 'mail' ? MAIL_VARIABLES : {}} {...around}>
			<Toolbar editor={editor} textKind={textKind} onMedia={addMedia} onLink={link.edit}>
				<PlaceholderMenu
					values={values}
					about="the text"
					isTool
					onInsert={(inserted) => {
						leaveSelected(editor.view)
						editor.chain().focus().insertContent(inserted).run()
					}}
				/>
			</Toolbar>
			{PROBLEMS[problem] && <Alert>{PROBLEMS[problem]}</Alert>}
			<div className="rich-text-page relative" {...link.around}>
				<EditorContent editor={editor} />
				<BlockGrip editor={editor} />
				<SelectionBar editor={editor} onLink={link.edit} />
				<LinkPopover editor={editor} link={link} />
				<SlashMenu editor={editor} menu={slash} />
			</div>
			{media?.kind === 'picture' && (
				<PictureDialog editor={editor} file={media.file} canHaveCaption={textKind !== 'mail'} onClose={() => setMedia(null)} />
			)}
			{media && media.kind !== 'picture' && (
				<MediaDialog editor={editor} kind={media.kind} file={media.file} link={media.link} onClose={() => setMedia(null)} />
			)}
		</div>
	)
})
