import type { Editor } from '@tiptap/react'
import { useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'

import { useConsole } from '#app/admin/ui/page.tsx'
import { uploadFile } from '#app/admin/ui/send-file.ts'
import { Button } from '#app/ui/button.tsx'
import { Alert } from '#app/ui/callout.tsx'
import { TextField } from '#app/ui/field.tsx'
import { formatBytes } from '#domain/media/format-bytes.ts'
import { captionsTitle, titleFromFileName } from '#domain/media/media-address.ts'
import { DOWNLOAD_ENDINGS, DOWNLOAD_FORMATS, MAX_DOWNLOAD_BYTES, UPLOAD_TYPES } from '#domain/media/sniff-media.ts'
import { readVideoLink } from '#domain/media/video-link.ts'

import { insertMedia, readSelected } from './insert-media.ts'
import { LibraryChoices, type LibraryItem, useLibrary } from './library-choices.tsx'
import type { MediaKind } from './media-node.ts'
import { Overlay } from './overlay.tsx'

/** Kinds of media that this dialog adds. Pictures have their own dialog. */
export type DialogKind = Exclude<MediaKind, 'picture'>

const WORDS = {
	video: {
		title: 'Video',
		hint: 'What the video shows.',
		accept: `${UPLOAD_TYPES.mp4},${UPLOAD_TYPES.webm}`,
		formats: 'MP4 or WebM',
		unreached: 'The video wasn’t uploaded. Check your connection and try again.',
	},
	file: {
		title: 'File',
		hint: 'The name that readers see.',
		accept: DOWNLOAD_ENDINGS,
		formats: DOWNLOAD_FORMATS,
		unreached: 'The file wasn’t uploaded. Check your connection and try again.',
	},
}

const languageNames = new Intl.DisplayNames('en', { type: 'language' })

const describeCaptions = ({ languages }: Pick<LibraryItem, 'languages'>) =>
	languages.length > 0
		? `Captions: ${languages.map((language) => languageNames.of(language)).join(', ')}.`
		: 'No captions yet. Add them in Media at any time: texts with this video then get them in a draft.'

type FieldErrors = { file?: string; link?: string; title?: string }

const NO_LINK = 'Paste the link of a video on YouTube or Vimeo, such as https://youtu.be/… Videos of other sites can’t be embedded.'

/** Uploads a file to Media. `share` is the uploaded fraction, null while nothing is uploaded. Leaving the dialog cancels the upload. */
function useUpload(kind: DialogKind) {
	const { formToken } = useConsole()
	const [share, setShare] = useState<number | null>(null)
	const controller = useRef<AbortController>(null)
	useEffect(() => () => controller.current?.abort(), [])
	const send = (file: File, alt: string) => {
		controller.current = new AbortController()
		setShare(0)
		const { signal } = controller.current
		return uploadFile({ file, alt, formToken, signal, onProgress: setShare, interrupted: WORDS[kind].unreached }).finally(() =>
			setShare(null),
		)
	}
	return { share, send }
}

type Choice = { source: { file: File } | { item: LibraryItem } | null; link: string; title: string }

/** State of the dialog: at most one of a file, a file from Media, and a link. */
function useChoice(start: Choice) {
	const [choice, setChoice] = useState({ ...start, fileKey: 0 })
	const [errors, setErrors] = useState<FieldErrors>({})
	const change = (changed: Partial<Choice>, ...fixed: (keyof FieldErrors)[]) => {
		// A new React key remounts the file input, which is how it is cleared.
		const isFile = changed.source && 'file' in changed.source
		setChoice((before) => ({ ...before, ...changed, fileKey: before.fileKey + (before.source && !isFile && 'source' in changed ? 1 : 0) }))
		setErrors((before) => Object.fromEntries(Object.entries(before).filter(([field]) => !fixed.some((each) => each === field))))
	}
	return {
		...choice,
		errors,
		setErrors,
		chooseFile(file: File | null, kind: DialogKind) {
			const title = file && kind === 'file' && choice.title === '' ? { title: titleFromFileName(file.name) } : {}
			change({ source: file && { file }, ...(file && { link: '' }), ...title }, 'file', 'link')
		},
		pick: (item: LibraryItem) =>
			change({ source: { item }, link: '', ...(item.alt !== '' && { title: item.alt }) }, 'file', 'link', 'title'),
		typeLink: (link: string) => change({ source: null, link }, 'file', 'link'),
		typeTitle: (title: string) => change({ title }, 'title'),
	}
}

type CheckContext = {
	kind: DialogKind
	/** False while changing a file that was inserted earlier, which may stay as it is. */ isNew: boolean
	mostBytes: number | undefined
}

const findFieldErrors = ({ source, link, title }: Choice, { kind, isNew, mostBytes = Infinity }: CheckContext): FieldErrors => ({
	...(source === null && link.trim() === '' && isNew && { file: `Choose a ${kind}.` }),
	...(source === null && link.trim() !== '' && !readVideoLink(link) && { link: NO_LINK }),
	...(source && 'file' in source && source.file.size > mostBytes && { file: 'This file is too large.' }),
	...(title.trim() === '' && { title: 'Enter a title.' }),
})

const LinkField = ({ link, error, onType }: { link: string; error: string | undefined; onType: (link: string) => void }) => (
	<TextField
		id="video-link"
		type="url"
		label="Or paste a link from YouTube or Vimeo"
		hint="Nothing loads from YouTube or Vimeo until someone presses Play."
		value={link}
		error={error}
		onChange={({ currentTarget }) => onType(currentTarget.value)}
	/>
)

type Props = {
	editor: Editor
	kind: DialogKind
	/** A file that was dropped; null to choose one. */
	file: File | null
	/** A pasted link to a video on another site. */
	link?: string | undefined
	onClose: () => void
}

/** Dialog to insert a video or downloadable file, from Media or uploaded here, or to change the selected one. A title is required. */
export function MediaDialog({ editor, kind, file: given, link: pasted, onClose }: Props) {
	const words = WORDS[kind]
	const { share, send } = useUpload(kind)
	const media = useLibrary(kind)
	const [selected] = useState(() => (given || pasted !== undefined ? null : readSelected(editor)))
	const { source, link, title, fileKey, errors, setErrors, ...choice } = useChoice({
		source: given && { file: given },
		link: pasted ?? readVideoLink(selected?.url ?? '')?.url ?? '',
		title: selected?.alt ?? (given ? titleFromFileName(given.name) : ''),
	})
	const [problem, setProblem] = useState('')
	const mostBytes = kind === 'file' ? MAX_DOWNLOAD_BYTES : media.library?.videoBytes
	const file = source && 'file' in source ? source.file : null
	const item = source && 'item' in source ? source.item : null
	const isGiven = given !== null && file === given
	const close = () => {
		onClose()
		editor.commands.focus()
	}
	function cancel() {
		close()
		// The pasted link stays in the text as a link.
		if (pasted) editor.commands.insertContent({ type: 'text', text: pasted, marks: [{ type: 'link', attrs: { href: pasted } }] })
	}
	function insert(url: string, captions: string | null) {
		const alt = title.trim()
		if (selected === null) insertMedia(editor, { url, alt, title: captions })
		else editor.commands.updateAttributes('image', { src: url, alt, title: captions })
		close()
	}
	async function save() {
		// During an upload, Enter in the title would submit the form again.
		if (share !== null) return
		const found = findFieldErrors(
			{ source, link, title },
			{ kind, isNew: selected === null || readVideoLink(selected.url) !== null, mostBytes },
		)
		flushSync(() => {
			setErrors(found)
			setProblem('')
		})
		const [first] = Object.keys(found)
		if (first !== undefined) return document.getElementById(`${kind}-${first}`)?.focus()
		if (item) return insert(item.url, captionsTitle(item.languages))
		const video = file ? null : readVideoLink(link)
		if (video) return insert(video.url, null)
		if (!file) return selected && insert(selected.url, selected.title)
		try {
			insert((await send(file, title.trim())).url, null)
		} catch (error) {
			if (!(error instanceof DOMException)) setProblem(error instanceof Error ? error.message : words.unreached)
		}
	}
	return (
		<Overlay title={words.title} onClose={cancel} onSubmit={() => void save()}>
			{problem !== '' && <Alert>{problem}</Alert>}
			{isGiven && (
				<p className="wrap-anywhere">
					<b>{given.name}</b> <span className="text-soft">{formatBytes(given.size)}</span>
				</p>
			)}
			<TextField
				key={fileKey}
				id={`${kind}-file`}
				type="file"
				label={selected === null && !isGiven ? words.title : `Another ${kind} (optional)`}
				hint={`${words.formats}${mostBytes === undefined ? '' : `, up to ${formatBytes(mostBytes)}`}.`}
				accept={words.accept}
				error={errors.file}
				onChange={({ target }) => choice.chooseFile(target.files?.[0] ?? null, kind)}
			/>
			{kind === 'video' && !given && <LinkField link={link} error={errors.link} onType={choice.typeLink} />}
			<TextField
				id={`${kind}-title`}
				label="Title"
				hint={words.hint}
				value={title}
				maxLength={500}
				error={errors.title}
				onChange={({ currentTarget }) => choice.typeTitle(currentTarget.value)}
			/>
			{source && kind === 'video' && <p className="text-soft">{describeCaptions({ languages: item?.languages ?? [] })}</p>}
			{share !== null && <progress className="w-full accent-accent" value={share} max={1} aria-label="Upload" />}
			<div>
				<Button type="submit" pending={share !== null}>
					{share !== null ? 'Uploading…' : selected === null ? `Add ${kind}` : `Save ${kind}`}
				</Button>
			</div>
			{share === null && <LibraryChoices {...media} chosen={item} onPick={choice.pick} />}
		</Overlay>
	)
}
