import { type NodeViewProps, NodeViewWrapper } from '@tiptap/react'
import { useEffect, useState } from 'react'

import { Button } from '#app/ui/button.tsx'
import { SanitizedHtml } from '#app/ui/raw-html.tsx'

import { BlockDialog, useBlock } from './block-dialog.tsx'
import { newBlockSources } from './commands.ts'
import { isOwnBlock } from './parse-markdown.ts'
import { BLOCK_NAMES, readFence } from './templates.ts'

const nameOf = (source: string) => {
	const kind = readFence(source)?.kind
	if (!isOwnBlock(kind)) return 'Block that can only be edited as source'
	const [, title = ''] = /^(?:title|question): *["']?(.*?)["']? *$/m.exec(source) ?? []
	return `${BLOCK_NAMES[kind]}: ${title}`
}

const BLOCK =
	'my-4 grid gap-2 border border-dashed border-line-strong bg-ground px-3 pt-2 pb-3 data-selected:outline-2 data-selected:outline-accent'

/** Shows a block as it looks on its page. It is edited in a dialog. */
export function SourceBlockView({ node, selected, updateAttributes, deleteNode }: NodeViewProps) {
	const source = String(node.attrs.source)
	const [isOpen, setOpen] = useState(false)
	useEffect(() => {
		if (newBlockSources.delete(source)) setOpen(true)
	}, [source])
	const { shown } = useBlock(source)
	const name = nameOf(source)
	return (
		<NodeViewWrapper className={BLOCK} data-selected={selected || undefined} contentEditable={false} role="group" aria-label={name}>
			<p className="flex flex-wrap items-center gap-x-4" data-drag-handle>
				<b>{name}</b>
				<Button variant="quiet" onClick={() => setOpen(true)}>
					Edit
				</Button>
				<Button variant="quiet" onClick={deleteNode}>
					Delete
				</Button>
			</p>
			{shown?.fault !== undefined && <p className="font-semibold text-danger-ink">{shown.fault}</p>}
			{shown?.html && (
				<div className="overflow-x-auto" tabIndex={0} role="region" aria-label={`Preview: ${name}`}>
					<SanitizedHtml className="prose" html={shown.html} />
				</div>
			)}
			{shown && !shown.html && (
				<pre className="max-h-48 overflow-auto whitespace-pre-wrap" tabIndex={0} role="region" aria-label={`Source: ${name}`}>
					{source}
				</pre>
			)}
			{isOpen && (
				<BlockDialog
					title={name}
					source={source}
					onClose={() => setOpen(false)}
					onSave={(saved) => {
						setOpen(false)
						updateAttributes({ source: saved })
					}}
				/>
			)}
		</NodeViewWrapper>
	)
}
