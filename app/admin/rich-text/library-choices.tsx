import { useEffect, useState } from 'react'
import { useFetcher } from 'react-router'

import { MEDIA_CARD, MediaGrid, MediaLabel, MediaThumbnail } from '#app/admin/ui/media-card.tsx'
import { TextField } from '#app/ui/field.tsx'
import { consolePaths } from '#contracts/console-paths.ts'
import type { readLibrary } from '#server/console/media/read-library.ts'

import type { MediaKind } from './media-node.ts'

type Library = Awaited<ReturnType<typeof readLibrary>>
export type LibraryItem = Library['items'][number]

/** Loads the files of a kind from Media, newest first. */
export function useLibrary(kind: MediaKind) {
	const { load, data } = useFetcher<Library>()
	const [q, setQ] = useState('')
	useEffect(() => {
		void load(`${consolePaths.media}?${new URLSearchParams({ kind, q }).toString()}`)
	}, [kind, q, load])
	return { kind, library: data, q, setQ }
}

const NAMES: Record<MediaKind, string> = { picture: 'Pictures', video: 'Videos', file: 'Files' }

type Props = ReturnType<typeof useLibrary> & { chosen?: LibraryItem | null; onPick: (item: LibraryItem) => void }

function Choices({ library, chosen, onPick }: Pick<Props, 'library' | 'chosen' | 'onPick'>) {
	if (!library) return <p role="status">Loading…</p>
	if (library.items.length === 0) return <p className="empty">No results.</p>
	return (
		<MediaGrid>
			{library.items.map((item) => (
				<li key={item.id}>
					<button
						type="button"
						className={`${MEDIA_CARD} aria-pressed:inset-shadow-mark aria-pressed:pl-2`}
						aria-pressed={chosen === undefined ? undefined : chosen?.id === item.id}
						onClick={() => onPick(item)}
					>
						<MediaThumbnail item={item} />
						<MediaLabel>{item.alt || item.name}</MediaLabel>
					</button>
				</li>
			))}
		</MediaGrid>
	)
}

/** Files from Media to choose from. Renders nothing if Media has none of this kind. */
export function LibraryChoices({ kind, library, q, setQ, ...more }: Props) {
	if (library?.items.length === 0 && library.q === '') return null
	return (
		<section className="grid gap-4" aria-label={`${NAMES[kind]} in Media`}>
			<TextField
				id="library-q"
				type="search"
				label={`Or choose a ${kind} from Media`}
				value={q}
				onChange={({ currentTarget }) => setQ(currentTarget.value)}
				autoComplete="off"
			/>
			<Choices library={library} {...more} />
		</section>
	)
}
