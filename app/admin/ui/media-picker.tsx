import { useEffect, useRef, useState } from 'react'
import { useFetcher } from 'react-router'

import { Button } from '#app/ui/button.tsx'
import { TextField } from '#app/ui/field.tsx'
import { consolePaths } from '#contracts/console-paths.ts'
import type { readLibrary } from '#server/console/media/read-library.ts'

import { UploadForm } from './upload-form.tsx'

type Library = Awaited<ReturnType<typeof readLibrary>>

/** What was chosen, for a text or a field. */
export type PickedMedia = { url: string; alt: string; kind: 'picture' | 'video' }

type PickerProps = {
	/** Both kinds without it. */
	kind?: 'picture' | 'video'
	onPick: (picked: PickedMedia) => void
	onClose: () => void
}

const PICTURES = 'image/jpeg,image/png,image/webp,image/gif,image/avif,image/svg+xml'
const VIDEOS = 'video/mp4,video/webm'

function Choices({ library, onPick }: { library: Library | undefined; onPick: PickerProps['onPick'] }) {
	if (!library) return <p role="status">Loading…</p>
	if (library.items.length === 0)
		return <p className="empty">{library.q === '' ? 'Nothing here yet. Upload a file below.' : 'Nothing matches.'}</p>
	return (
		<ul className="media-grid">
			{library.items.map(({ id, url, alt, name, kind, thumbnail }) => (
				<li key={id}>
					<button type="button" className="media-card" onClick={() => onPick({ url, alt, kind: kind === 'video' ? 'video' : 'picture' })}>
						{thumbnail === null ? (
							<span className="media-thumbnail media-video" aria-hidden="true">
								▶
							</span>
						) : (
							<img src={thumbnail} alt="" loading="lazy" className="media-thumbnail" />
						)}
						<span className="media-words">{alt || name}</span>
					</button>
				</li>
			))}
		</ul>
	)
}

/**
 * A dialog that chooses a picture or a video of the library, or uploads one. Show it while something is to be chosen; it needs
 * script, so a form that uses it also takes the address by hand.
 */
export function MediaPicker({ kind, onPick, onClose }: PickerProps) {
	const dialog = useRef<HTMLDialogElement>(null)
	const { load, data } = useFetcher<Library>()
	const [q, setQ] = useState('')
	useEffect(() => {
		const query = new URLSearchParams({ ...(kind && { kind }), q })
		void load(`${consolePaths.media}?${query.toString()}`)
	}, [kind, q, load])
	useEffect(() => {
		const shown = dialog.current
		shown?.showModal()
		return () => shown?.close()
	}, [])
	const accept = kind === 'picture' ? PICTURES : kind === 'video' ? VIDEOS : `${PICTURES},${VIDEOS}`
	return (
		<dialog ref={dialog} className="media-picker" aria-labelledby="media-picker-title" onClose={onClose} onCancel={onClose}>
			<div className="flex items-center justify-between gap-4">
				<h2 id="media-picker-title">{kind === 'video' ? 'Choose a video' : 'Choose a picture'}</h2>
				<Button variant="quiet" onClick={onClose}>
					Close
				</Button>
			</div>
			<TextField
				id="media-picker-q"
				type="search"
				label="Name or description"
				value={q}
				onChange={({ currentTarget }) => setQ(currentTarget.value)}
				autoComplete="off"
			/>
			<Choices library={data} onPick={onPick} />
			<UploadForm videoBytes={data?.videoBytes ?? 0} accept={accept} onUploaded={onPick} />
		</dialog>
	)
}
