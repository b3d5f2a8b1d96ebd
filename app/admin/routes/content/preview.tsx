import { Link, useLoaderData } from 'react-router'

import { load } from '#app/admin/load.server.ts'
import { Page } from '#app/admin/ui/page.tsx'
import lessonBlocks from '#app/styles/lesson-blocks.css?url'
import lessonText from '#app/styles/lesson-text.css?url'
import { SanitizedHtml } from '#app/ui/raw-html.tsx'
import { fileAddress } from '#contracts/console-paths.ts'
import { readLessonPreview } from '#server/console/content/read-lesson-preview.ts'

export const links = () => [lessonText, lessonBlocks].map((href) => ({ rel: 'stylesheet', href }))

export const loader = load(readLessonPreview)

export default function PreviewPage() {
	const { title, path, duration, difficulty, html } = useLoaderData<typeof loader>()
	return (
		<Page title={`Preview of ${title}`}>
			<p>
				<Link to={fileAddress(path)}>Back to the editor</Link>
			</p>
			<p>The newest saved text. Exercises are shown as text, and the quiz is left out.</p>
			<p className="text-soft">{`${duration} · ${difficulty}`}</p>
			<SanitizedHtml className="prose" html={html} />
		</Page>
	)
}
