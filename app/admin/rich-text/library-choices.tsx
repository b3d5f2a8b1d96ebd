import { useEffect, useState } from 'react'
import { useFetcher } from 'react-router'

import { TextField } from '#app/ui/field.tsx'
import { consolePaths } from '#contracts/console-paths.ts'
import type { readLibrary } from '#server/console/media/read-library.ts'

type Library = Awaited<ReturnType<typeof readLibrary>>
type Picture = { url: string; alt: string }

function Choices({ library, onPick }: { library: Library | undefined; onPick: (picture: Picture) => void }) {
	if (!library) return <p role="status">Loading…</p>
	if (library.items.length === 0) return <p className="empty">{library.q === '' ? 'No pictures in Media yet.' : 'Nothing matches.'}</p>
	return (
		<ul className="media-grid">
			{library.items.map(({ id, url, alt, name, thumbnail }) => (
				<li key={id}>
					<button type="button" className="media-card" onClick={() => onPick({ url, alt })}>
						{thumbnail !== null && <img src={thumbnail} alt="" loading="lazy" className="media-thumbnail" />}
						<span className="media-words">{alt || name}</span>
					</button>
				</li>
			))}
		</ul>
	)
}

/** Pictures of the media library to insert into a text, newest first. */
export function LibraryChoices({ onPick }: { onPick: (picture: Picture) => void }) {
	const { load, data } = useFetcher<Library>()
	const [q, setQ] = useState('')
	useEffect(() => {
		void load(`${consolePaths.media}?${new URLSearchParams({ kind: 'picture', q }).toString()}`)
	}, [q, load])
	return (
		<section className="grid gap-4" aria-label="Pictures in Media">
			<TextField
				id="library-q"
				type="search"
				label="Or choose a picture from Media"
				value={q}
				onChange={({ currentTarget }) => setQ(currentTarget.value)}
				autoComplete="off"
			/>
			<Choices library={data} onPick={onPick} />
		</section>
	)
}
