import type { Editor } from '@tiptap/react'
import { useState } from 'react'

import { Button } from '#app/ui/button.tsx'
import { TextField } from '#app/ui/field.tsx'

import { Overlay, readField } from './overlay.tsx'

const ADDRESS = /^(?:https:\/\/\S+|mailto:\S+|\/(?!\/)\S*|#\S+)$/
const WITHOUT_SCHEME = /^(?:[\w-]+\.)+[a-z]{2,}(?:\/\S*)?$/i

/** Parses a typed URL; null if it isn't one. `http:` becomes `https:`, and a bare domain gets `https:`. */
export function parseLinkUrl(typed: string): string | null {
	const address = typed.trim().replace(/^http:/, 'https:')
	if (ADDRESS.test(address)) return address
	return WITHOUT_SCHEME.test(address) ? `https://${address}` : null
}

export function LinkDialog({ editor, onClose }: { editor: Editor; onClose: () => void }) {
	const before = String(editor.getAttributes('link').href ?? '')
	const [error, setError] = useState<string>()
	const needsWords = editor.state.selection.empty && before === ''
	const close = () => {
		onClose()
		editor.commands.focus()
	}
	function save(fields: FormData) {
		const href = parseLinkUrl(readField(fields, 'href'))
		if (href === null) return setError('Enter a path on this site, such as /blog, or a full URL that starts with https://.')
		const words = readField(fields, 'words') || href
		if (needsWords)
			editor
				.chain()
				.insertContent({ type: 'text', text: words, marks: [{ type: 'link', attrs: { href } }] })
				.run()
		else editor.chain().extendMarkRange('link').setMark('link', { href }).run()
		close()
	}
	return (
		<Overlay title="Link" onClose={close} onSubmit={save}>
			<TextField
				id="link-href"
				name="href"
				label="Address"
				hint="A path on this site, such as /blog, or a full URL."
				defaultValue={before}
				error={error}
			/>
			{needsWords && <TextField id="link-words" name="words" label="Text" />}
			<div className="flex flex-wrap gap-3">
				<Button type="submit">Save link</Button>
				{before !== '' && (
					<Button
						variant="secondary"
						onClick={() => {
							editor.chain().extendMarkRange('link').unsetLink().run()
							close()
						}}
					>
						Remove link
					</Button>
				)}
			</div>
		</Overlay>
	)
}
