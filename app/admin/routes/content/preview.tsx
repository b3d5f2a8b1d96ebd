import { Link, useLoaderData } from 'react-router'

import { load } from '#app/admin/load.server.ts'
import { Page } from '#app/admin/ui/page.tsx'
import { consolePaths, fileAddress } from '#contracts/console-paths.ts'
import { readPreview } from '#server/console/content/preview.ts'

import { Frames } from './frames.tsx'

export const loader = load(readPreview)

export default function PreviewPage() {
	const { title, path } = useLoaderData<typeof loader>()
	return (
		<Page title={`Preview of ${title}`}>
			<p>
				<Link to={fileAddress(path)}>Back to the editor</Link>
			</p>
			<p>The newest saved text, in the styles of the site. The header is left out, and exercises are shown as text.</p>
			<Frames title={title} src={fileAddress(path, consolePaths.contentPreviewPage)} />
		</Page>
	)
}
