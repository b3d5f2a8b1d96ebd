import type { Editor } from '@tiptap/react'
import { useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'

import { formatBytes } from '#app/admin/ui/format.tsx'
import { useConsole } from '#app/admin/ui/page.tsx'
import { uploadFile } from '#app/admin/ui/send-file.ts'
import { Button } from '#app/ui/button.tsx'
import { Alert } from '#app/ui/callout.tsx'
import { TextField } from '#app/ui/field.tsx'
import { captionsTitle } from '#domain/media/media-address.ts'
import { UPLOAD_TYPES } from '#domain/media/sniff-media.ts'

import { insertPicture, readSelected } from './insert-picture.ts'
import { LibraryChoices, type LibraryItem, useLibrary } from './library-choices.tsx'
import { Overlay } from './overlay.tsx'

const UNREACHED = 'The video wasn’t uploaded. Check your connection and try again.'

const languageNames = new Intl.DisplayNames('en', { type: 'language' })

const describeCaptions = ({ languages }: Pick<LibraryItem, 'languages'>) =>
	languages.length > 0
		? `Captions: ${languages.map((language) => languageNames.of(language)).join(', ')}.`
		: 'No captions yet. Add them in Media at any time: texts with this video then get them in a draft.'

type Wrong = { file?: string; title?: string }

/** Uploads a video to Media. `share` is the uploaded fraction, null while nothing is uploaded. Leaving the dialog cancels the upload. */
function useUpload() {
	const { formToken } = useConsole()
	const [share, setShare] = useState<number | null>(null)
	const controller = useRef<AbortController>(null)
	useEffect(() => () => controller.current?.abort(), [])
	const send = (file: File, alt: string) => {
		controller.current = new AbortController()
		setShare(0)
		const { signal } = controller.current
		return uploadFile({ file, alt, formToken, signal, onProgress: setShare, interrupted: UNREACHED }).finally(() => setShare(null))
	}
	return { share, send }
}

/** Dialog to insert a video from Media, which it can upload, or to change the selected one. A title is required. */
export function VideoDialog({ editor, onClose }: { editor: Editor; onClose: () => void }) {
	const { share, send } = useUpload()
	const media = useLibrary('video')
	const [selected] = useState(() => readSelected(editor))
	const [source, setSource] = useState<{ file: File } | { item: LibraryItem } | null>(null)
	const [title, setTitle] = useState(selected?.alt ?? '')
	const [wrong, setWrong] = useState<Wrong>({})
	const [problem, setProblem] = useState('')
	const mostBytes = media.library?.videoBytes
	const file = source && 'file' in source ? source.file : null
	const item = source && 'item' in source ? source.item : null
	const close = () => {
		onClose()
		editor.commands.focus()
	}
	function insert(url: string, captions: string | null) {
		const alt = title.trim()
		if (selected === null) insertPicture(editor, { url, alt, title: captions })
		else editor.commands.updateAttributes('image', { src: url, alt, title: captions })
		close()
	}
	const findWrong = (): Wrong => ({
		...(source === null && selected === null && { file: 'Choose a video.' }),
		...(file !== null && file.size > (mostBytes ?? Infinity) && { file: 'This file is too large.' }),
		...(title.trim() === '' && { title: 'Enter a title.' }),
	})
	async function save() {
		// While a video is uploaded, Enter in the title still submits the form.
		if (share !== null) return
		const found = findWrong()
		flushSync(() => {
			setWrong(found)
			setProblem('')
		})
		const [first] = Object.keys(found)
		if (first !== undefined) return document.getElementById(`video-${first}`)?.focus()
		if (item) return insert(item.url, captionsTitle(item.languages))
		if (!file) return selected && insert(selected.url, selected.title)
		try {
			insert((await send(file, title.trim())).url, null)
		} catch (error) {
			if (!(error instanceof DOMException)) setProblem(error instanceof Error ? error.message : UNREACHED)
		}
	}
	function pick(picked: LibraryItem) {
		setSource({ item: picked })
		setWrong({})
		if (picked.alt !== '') setTitle(picked.alt)
	}
	return (
		<Overlay title="Video" onClose={close} onSubmit={() => void save()}>
			{problem !== '' && <Alert>{problem}</Alert>}
			<TextField
				// Another key empties it once a video from Media is chosen.
				key={item?.id}
				id="video-file"
				type="file"
				label={selected === null ? 'Video' : 'Another video (optional)'}
				hint={`MP4 or WebM${mostBytes === undefined ? '' : `, up to ${formatBytes(mostBytes)}`}.`}
				accept={`${UPLOAD_TYPES.mp4},${UPLOAD_TYPES.webm}`}
				error={wrong.file}
				onChange={({ target }) => {
					const [chosen] = target.files ?? []
					setSource(chosen ? { file: chosen } : null)
					setWrong(({ file: _, ...others }) => others)
				}}
			/>
			<TextField
				id="video-title"
				label="Title"
				hint="What the video shows."
				value={title}
				maxLength={500}
				error={wrong.title}
				onChange={({ currentTarget }) => {
					setTitle(currentTarget.value)
					setWrong(({ title: _, ...others }) => others)
				}}
			/>
			{source && <p className="text-soft">{describeCaptions({ languages: item?.languages ?? [] })}</p>}
			{share !== null && <progress className="w-full accent-accent" value={share} max={1} aria-label="Upload" />}
			<div>
				<Button type="submit" pending={share !== null}>
					{share !== null ? 'Uploading…' : selected === null ? 'Add video' : 'Save video'}
				</Button>
			</div>
			{share === null && <LibraryChoices {...media} chosen={item} onPick={pick} />}
		</Overlay>
	)
}
