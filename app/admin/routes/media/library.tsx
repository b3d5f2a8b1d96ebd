import { Link, useLoaderData, useNavigate } from 'react-router'

import { createLoader } from '#app/admin/load.server.ts'
import { FilterForm } from '#app/admin/ui/filter-form.tsx'
import { Pager } from '#app/admin/ui/list-table.tsx'
import { describeSize, MEDIA_CARD, MediaGrid, MediaLabel, MediaThumbnail } from '#app/admin/ui/media-card.tsx'
import { Page } from '#app/admin/ui/page.tsx'
import { FILE_FIELD_ID, UploadForm } from '#app/admin/ui/upload-form.tsx'
import { consolePaths } from '#contracts/console-paths.ts'
import { formatBytes } from '#domain/media/format-bytes.ts'
import { readLibrary } from '#server/console/media/read-library.ts'

export const loader = createLoader(readLibrary)

type Library = Awaited<ReturnType<typeof loader>>

const Item = ({ item }: { item: Library['items'][number] }) => {
	const { id, name, alt } = item
	return (
		<li>
			<Link to={`${consolePaths.media}/${id}`} className={MEDIA_CARD}>
				<MediaThumbnail item={item} />
				<MediaLabel>{alt || name}</MediaLabel>
				<small className="text-soft">{describeSize(item)}</small>
			</Link>
		</li>
	)
}

function describeEmpty({ q, kind }: Pick<Library, 'q' | 'kind'>): string {
	if (q !== '') return 'No results.'
	return kind === 'video'
		? 'No videos yet.'
		: kind === 'file'
			? 'No files to download yet.'
			: 'Nothing here yet. Upload your first file above.'
}

export default function MediaLibraryPage() {
	const { q, kind, items, next, usedBytes, mostBytes, videoBytes } = useLoaderData<typeof loader>()
	const navigate = useNavigate()
	return (
		<Page
			title="Media"
			beside={
				<label htmlFor={FILE_FIELD_ID} className="btn btn-primary">
					Upload files
				</label>
			}
		>
			<p className="text-soft">
				{`${formatBytes(usedBytes)} of ${formatBytes(mostBytes)} used. Anyone who has a file’s address can open it, even before you publish the text that shows it. `}
				<Link to={consolePaths.mediaImport}>Find pictures from other sites</Link>
				{' · '}
				<Link to={`${consolePaths.settings}/brand#logo`}>Change the logo</Link>
			</p>
			<UploadForm
				videoBytes={videoBytes}
				onUploaded={() => void navigate(consolePaths.media, { replace: true, preventScrollReset: true })}
			/>
			<h2>Library</h2>
			<FilterForm
				action={consolePaths.media}
				label="Media"
				search={{ label: 'Name or description' }}
				filters={[
					{
						name: 'kind',
						label: 'Kind',
						options: [
							['picture', 'Pictures'],
							['video', 'Videos'],
							['file', 'Files to download'],
						],
					},
				]}
				taken={{ q, kind }}
			/>
			{items.length === 0 ? (
				<p className="empty">{describeEmpty({ q, kind })}</p>
			) : (
				<MediaGrid>
					{items.map((item) => (
						<Item key={item.id} item={item} />
					))}
				</MediaGrid>
			)}
			<Pager rows={items.length} what="files" next={next} />
		</Page>
	)
}

export { action, clientAction } from '#app/admin/routes/action.tsx'
