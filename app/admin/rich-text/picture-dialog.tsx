import type { Editor } from '@tiptap/react'
import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'

import { useConsole } from '#app/admin/ui/page.tsx'
import { uploadFile } from '#app/admin/ui/send-file.ts'
import { Button } from '#app/ui/button.tsx'
import { Alert } from '#app/ui/callout.tsx'
import { TextField } from '#app/ui/field.tsx'
import { formatBytes } from '#domain/media/format-bytes.ts'
import { MAX_PICTURE_BYTES, PICTURE_FORMATS, PICTURE_TYPES } from '#domain/media/sniff-media.ts'

import { insertMedia, type Picture, readSelected } from './insert-media.ts'
import { LibraryChoices, useLibrary } from './library-choices.tsx'
import { Overlay, readTrimmedField } from './overlay.tsx'

/** Pictures from Media to insert. */
const PictureChoices = ({ onPick }: { onPick: (picture: Omit<Picture, 'title'>) => void }) => (
	<LibraryChoices {...useLibrary('picture')} onPick={onPick} />
)

const UNREACHED = 'The picture wasn’t uploaded. Check your connection and try again.'

function Sample({ file }: { file: File }) {
	const [address, setAddress] = useState('')
	useEffect(() => {
		// A data URL, because the content security policy doesn't allow blob URLs.
		const reader = new FileReader()
		reader.addEventListener('load', () => setAddress(typeof reader.result === 'string' ? reader.result : ''))
		reader.readAsDataURL(file)
		return () => reader.abort()
	}, [file])
	return address === '' ? null : <img className="max-h-56 max-w-full" src={address} alt="" />
}

type Props = {
	editor: Editor
	/** A picture that was dropped or pasted; null to choose one. */
	file: File | null
	/** False in emails. */
	canHaveCaption: boolean
	onClose: () => void
}

/** Dialog to insert a picture, or to change the selected one. A description is required. */
export function PictureDialog({ editor, file: given, canHaveCaption, onClose }: Props) {
	const { formToken } = useConsole()
	const [file, setFile] = useState(given)
	const [isBusy, setBusy] = useState(false)
	const [problem, setProblem] = useState('')
	const [missing, setMissing] = useState<{ file?: string; alt?: string }>({})
	const [selected] = useState(() => (given ? null : readSelected(editor)))
	const close = () => {
		onClose()
		editor.commands.focus()
	}
	function insert({ url, ...texts }: Picture) {
		if (selected === null) insertMedia(editor, { url, ...texts })
		else editor.commands.updateAttributes('image', { src: url, ...texts })
		close()
	}
	function describe(texts: Omit<Picture, 'url'>) {
		editor.commands.updateAttributes('image', texts)
		close()
	}
	async function save(fields: FormData) {
		if (isBusy) return
		const alt = readTrimmedField(fields, 'alt')
		const title = canHaveCaption ? readTrimmedField(fields, 'title') || null : (selected?.title ?? null)
		const found = {
			...(file === null && selected === null && { file: 'Choose a picture.' }),
			...(alt === '' && { alt: 'Describe the picture for people who can’t see it.' }),
		}
		flushSync(() => {
			setMissing(found)
			setProblem('')
		})
		const [wrong] = Object.keys(found)
		if (wrong !== undefined) return document.getElementById(`picture-${wrong}`)?.focus()
		if (!file) return describe({ alt, title })
		setBusy(true)
		try {
			insert({ ...(await uploadFile({ file, alt, formToken, interrupted: UNREACHED })), title })
		} catch (error) {
			setProblem(error instanceof Error ? error.message : UNREACHED)
			setBusy(false)
		}
	}
	return (
		<Overlay title="Picture" onClose={close} onSubmit={(fields) => void save(fields)}>
			{problem !== '' && <Alert>{problem}</Alert>}
			{file && <Sample file={file} />}
			{!given && (
				<TextField
					id="picture-file"
					type="file"
					label={selected === null ? 'Picture' : 'Another picture (optional)'}
					hint={`${PICTURE_FORMATS}, up to ${formatBytes(MAX_PICTURE_BYTES)}.`}
					accept={PICTURE_TYPES}
					error={missing.file}
					onChange={({ target }) => {
						setFile(target.files?.[0] ?? null)
						setMissing(({ file: _, ...others }) => others)
					}}
				/>
			)}
			<TextField
				id="picture-alt"
				name="alt"
				label="Description"
				hint="What the picture shows, for people who can’t see it."
				defaultValue={selected?.alt ?? ''}
				maxLength={500}
				error={missing.alt}
				onChange={() => setMissing(({ alt: _, ...others }) => others)}
			/>
			{canHaveCaption && (
				<TextField
					id="picture-title"
					name="title"
					label="Caption (optional)"
					hint="Shown below the picture if it’s alone in its paragraph."
					defaultValue={selected?.title ?? ''}
					maxLength={300}
				/>
			)}
			<div>
				<Button type="submit" pending={isBusy}>
					{selected === null ? 'Add picture' : 'Save picture'}
				</Button>
			</div>
			{!file && <PictureChoices onPick={({ url, alt }) => insert({ url, alt, title: selected?.title ?? null })} />}
		</Overlay>
	)
}
