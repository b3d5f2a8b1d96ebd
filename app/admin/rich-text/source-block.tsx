import { type NodeViewProps, NodeViewWrapper } from '@tiptap/react'
import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'

import { JsonFields } from '#app/admin/json-form/json-fields.tsx'
import { focusLoaded } from '#app/admin/ui/focus-first.ts'
import { useConsole } from '#app/admin/ui/page.tsx'
import { Button } from '#app/ui/button.tsx'
import { Alert } from '#app/ui/callout.tsx'
import { TextArea } from '#app/ui/field.tsx'
import { SanitizedHtml } from '#app/ui/raw-html.tsx'
import { consolePaths } from '#contracts/console-paths.ts'
import type { EditedBlock } from '#server/console/content/edit-block.ts'

import { unfinishedBlockSources, emitUpdateAfterDialog } from './commands.ts'
import { moveCursorAfter } from './leave-selected.ts'
import { Overlay } from './overlay.tsx'
import { isCustomBlock } from './parse-markdown.ts'
import { BLOCK_NAMES, parseFence } from './templates.ts'

const UNREACHED = 'The server didn’t respond. Check your connection and try again.'

/** Requests a block's form and rendered preview, from its Markdown source or from its form fields; null if the request fails. */
async function askForBlock(fields: FormData, formToken: string): Promise<EditedBlock | null> {
	fields.set('form_token', formToken)
	const answer = await fetch(consolePaths.contentBlock, { method: 'POST', body: fields, headers: { accept: 'application/json' } }).catch(
		() => null,
	)
	return answer?.ok ? ((await answer.json()) as EditedBlock) : null
}

/** Rendered previews by source, so undo and redo show a block without a request. */
const known = new Map<string, EditedBlock>()

/** @returns `shown`: the rendered preview; null while loading and after a failure */
function useBlock(source: string) {
	const { formToken } = useConsole()
	const [shown, setShown] = useState<EditedBlock | null>(() => known.get(source) ?? null)
	useEffect(() => {
		let isCurrent = true
		const ready = known.get(source)
		if (ready) return setShown(ready)
		const fields = new FormData()
		fields.set('source', source)
		void askForBlock(fields, formToken).then((answer) => {
			if (answer) known.set(source, answer)
			if (isCurrent) setShown(answer)
		})
		return () => {
			isCurrent = false
		}
	}, [source, formToken])
	return { shown }
}

type Props = {
	title: string
	source: string
	/** True for a block that was just inserted: its empty fields aren't errors yet. */ isNew: boolean
	onClose: () => void
	onSave: (source: string) => void
}

function BlockInputs({ block, revision, hasAlert }: { block: EditedBlock; revision: number; hasAlert: boolean }) {
	return (
		<div ref={focusLoaded} className="grid min-w-0 gap-4">
			<input type="hidden" name="source" value={block.source} />
			{/* Enter presses a form's first button, so this one saves. */}
			<div className="sticky top-0 z-1 bg-ground py-2">
				<Button type="submit" name="do" value="save">
					Save
				</Button>
			</div>
			{hasAlert && block.fault !== undefined && <Alert>{block.fault}</Alert>}
			{block.form ? (
				<JsonFields form={block.form} revision={revision} />
			) : (
				<TextArea id="block-text" name="text" label="Markdown" defaultValue={block.text} rows={12} className="code-text" />
			)}
			{block.html !== null && block.form !== null && <SanitizedHtml className="p-3 border border-line prose" html={block.html} />}
		</div>
	)
}

/** Dialog to edit a block: a form for a figure, exercise or question, Markdown source for other blocks. */
function BlockDialog({ title, source, isNew, onClose, onSave }: Props) {
	const { formToken } = useConsole()
	const { shown } = useBlock(source)
	const [changed, setChanged] = useState<{ block: EditedBlock; revision: number } | null>(null)
	const [problem, setProblem] = useState('')
	const block = changed?.block ?? shown
	async function submit(fields: FormData) {
		const answer = await askForBlock(fields, formToken)
		if (!answer) return setProblem(UNREACHED)
		const isSaved = (fields.get('do') ?? 'save') === 'save'
		if (isSaved && answer.fault === undefined) return onSave(answer.source)
		setProblem('')
		setChanged((before) => ({ block: answer, revision: (before?.revision ?? 0) + 1 }))
	}
	return (
		<Overlay title={title} onClose={onClose} onSubmit={(fields) => void submit(fields)}>
			{problem !== '' && <Alert>{problem}</Alert>}
			{block ? (
				<BlockInputs block={block} revision={changed?.revision ?? 0} hasAlert={changed !== null || !isNew} />
			) : (
				<p role="status">Loading…</p>
			)}
		</Overlay>
	)
}

const nameOf = (source: string) => {
	const kind = parseFence(source)?.kind
	if (!isCustomBlock(kind)) return 'Block that can only be edited as source'
	const [, title = ''] = /^(?:title|question): *["']?(.*?)["']? *$/m.exec(source) ?? []
	return `${BLOCK_NAMES[kind]}: ${title}`
}

const BLOCK =
	'my-4 grid gap-2 border border-dashed border-line-strong bg-ground px-3 pt-2 pb-3 data-selected:outline-2 data-selected:outline-accent'

/** Shows a block as it looks on its page. It is edited in a dialog. */
export function SourceBlockView({ node, selected, updateAttributes, deleteNode, editor, getPos }: NodeViewProps) {
	const source = String(node.attrs.source)
	const [isOpen, setOpen] = useState(false)
	const [isNew, setNew] = useState(false)
	useEffect(() => {
		if (!unfinishedBlockSources.has(source)) return
		setNew(true)
		setOpen(true)
		return () => emitUpdateAfterDialog(editor, source)
	}, [source, editor])
	function close(mayReturn: boolean) {
		emitUpdateAfterDialog(editor, source)
		// Closed immediately, because the page behind an open dialog can't get focus.
		flushSync(() => setOpen(false))
		const place = getPos()
		if (place !== undefined && (isNew || !mayReturn)) moveCursorAfter(editor.view, place)
		setNew(false)
	}
	const { shown } = useBlock(source)
	const name = nameOf(source)
	return (
		<NodeViewWrapper className={BLOCK} data-selected={selected || undefined} contentEditable={false} role="group" aria-label={name}>
			<p className="flex items-baseline gap-x-4 max-sm:flex-wrap" data-drag-handle>
				<b className="min-w-0 wrap-anywhere max-sm:basis-full">{name}</b>
				<Button variant="quiet" className="flex-none" onClick={() => setOpen(true)}>
					Edit
				</Button>
				<Button variant="quiet" className="flex-none" onClick={deleteNode}>
					Delete
				</Button>
			</p>
			{!isNew && shown?.fault !== undefined && <p className="font-semibold text-danger-ink">{shown.fault}</p>}
			{shown?.html && (
				<div className="overflow-x-auto" tabIndex={0} role="region" aria-label={`Preview: ${name}`}>
					<SanitizedHtml className="prose font-sans" html={shown.html} />
				</div>
			)}
			{shown && !shown.html && shown.form === null && (
				<pre className="max-h-48 overflow-auto whitespace-pre-wrap" tabIndex={0} role="region" aria-label={`Source: ${name}`}>
					{source}
				</pre>
			)}
			{isOpen && (
				<BlockDialog
					title={name}
					source={source}
					isNew={isNew}
					onClose={() => close(true)}
					onSave={(saved) => {
						updateAttributes({ source: saved })
						close(false)
					}}
				/>
			)}
		</NodeViewWrapper>
	)
}
